"""A configuration file: TOML, overridden key by key from the environment. I/O: reads one file and the environment."""

import tomllib
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, SettingsError

from dealer_table.config.faults import faults_of
from dealer_table.errors import ConfigError


class TomlFile(BaseSettings):
    """Root of the files' models; DEALER_TABLE__HTTP__PORT and the like in the environment override the file."""

    model_config = SettingsConfigDict(extra="forbid", env_prefix="DEALER_TABLE__", env_nested_delimiter="__")

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Let the environment override the file."""
        return env_settings, init_settings


FileT = TypeVar("FileT", bound=TomlFile)


def read_toml(path: Path, model: type[FileT]) -> tuple[FileT | None, list[ConfigError]]:
    """Return what the file says, or every fault of it."""
    source = str(path)
    try:
        return model(**tomllib.loads(path.read_text("utf-8"))), []
    except OSError as error:
        return None, [ConfigError(f"cannot be read: {error.strerror}", source=source)]
    except ValidationError as error:
        return None, faults_of(error, model, source=source)
    except SettingsError as error:
        remedy = "a section of several keys is written as JSON there"
        return None, [ConfigError(str(error), source="the environment", remedy=remedy)]
    except ValueError as error:  # of TOML, of UTF-8, of an integer without end
        return None, [ConfigError(f"not TOML: {error}", source=source)]
