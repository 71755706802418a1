// What the engine says, as its JSON has it.

import type { Json, JsonObject } from '../problem/json';

export interface Parameter {
  name: string;
  shape: string; // "", "K", "DxD"
  domain: string; // "> 0", "each in [0, 1], together 1", …
  meaning: string;
  example: Json;
  optional?: boolean;
  free?: boolean; // neither a number nor a list of numbers
  instead_of?: string;
}

export interface Model {
  model: string;
  summary: string;
  item: string;
  known: Parameter[];
  prior: Parameter[];
  target: Parameter[];
  losses: string[];
  efforts: string[];
  costs: { name: string; charges: string; example: number }[];
  items: string[];
  drawing: string;
  example: JsonObject;
}

export interface Answer extends JsonObject {
  status: string;
  n: number;
}

export interface Problem extends JsonObject {
  learner: JsonObject;
}

export interface EngineError {
  path: string;
  message: string;
}

export interface Progress {
  seconds?: number;
  nodes?: number;
  bound?: number | null;
  incumbent?: number | null;
  n?: number | null;
  done?: number;
  of?: number;
}

export interface Simulation extends JsonObject {
  sets: number;
  mean: number;
}

export interface SweepPoint extends JsonObject {
  status: string;
}
