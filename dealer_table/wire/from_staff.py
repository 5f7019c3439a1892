"""What supervisors ask of the record, as pydantic models. Pure."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class CoupRecordRequest(BaseModel):
    """All that is on record of one coup; of the shoe in use, or the last one, when no `shoe` is named."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["coup_record"]
    id: str = Field(min_length=1, max_length=64)
    coup: int = Field(ge=1)
    shoe: int | None = Field(default=None, ge=1)
