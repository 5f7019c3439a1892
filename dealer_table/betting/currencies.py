"""The currencies there are, and into how many decimals their units divide: ISO 4217, and play money. Pure.

Metals, units of account and codes for tests have no minor unit and are no money to bet. As of ISO 4217's list of
January 2026; a code that is withdrawn later does no harm here, one that is added has to be written down.
"""

from collections.abc import Mapping
from types import MappingProxyType

from dealer_table.betting.words import PLAY_MONEY

_CODES_BY_EXPONENT = {
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    2: """
        AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
        CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
        IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
        MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP
        SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG
        YER ZAR ZMW ZWG
    """,
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}

EXPONENTS: Mapping[str, int] = MappingProxyType(
    {code: exponent for exponent, codes in _CODES_BY_EXPONENT.items() for code in codes.split()} | {PLAY_MONEY: 2}
)
