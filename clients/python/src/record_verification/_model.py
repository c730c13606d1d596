"""Base class of the models of answers."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A part of an answer. Members that a later service adds are kept."""

    model_config = ConfigDict(extra="allow", populate_by_name=True, protected_namespaces=(), hide_input_in_errors=True)
