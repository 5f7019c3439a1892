"""The presence of a bridge, which may carry several scanners. Pure."""

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dealer_table.errors import WireError
from dealer_table.wire.card_read import first_fault


class BridgeStatus(BaseModel):
    """A bridge's presence: `online` while its process runs and reaches the broker, whatever its devices do."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    online: bool
    scanners: tuple[str, ...] = Field(default=(), max_length=64)
    reason: str = Field(default="", max_length=200)


def parse_bridge_status(payload: bytes) -> BridgeStatus:
    """Read a bridge's presence; WireError says what is wrong with it."""
    try:
        return BridgeStatus.model_validate_json(payload)
    except ValidationError as error:
        raise WireError(f"not a bridge status: {first_fault(error)}") from None
