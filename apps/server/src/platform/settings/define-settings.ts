import type { Config } from "../config.ts";
import type { Context } from "../context.ts";
import type { FieldSpec } from "../entities/entity.ts";

/** What a setting holds: a value of its field, or a list of texts. */
export type SettingValue = string | number | boolean | null | readonly string[];

/** One setting. Its value is what someone chose, or what the operator fixed, or `initial`. */
export type SettingSpec<Value extends SettingValue = SettingValue> = Omit<FieldSpec, "initial" | "column" | "edit"> & {
  initial: Value;
  help: string;
  /** The smallest number that makes sense. */
  min?: number;
  /** What a number counts. */
  unit?: string;
  /** The text is a colour such as #2a55d9. */
  isColour?: true;
  /** The word that must be typed before it is given a value. */
  confirm?: string;
  /** Only a superadmin changes it. */
  isGuarded?: true;
  /** It is kept sealed, goes in and never comes out. */
  isSecret?: true;
  /** The variable of the environment that fixes it, and where its value then is. */
  variable?: string;
  fixed?: (config: Config) => Value;
};

/** Settings that belong together, under one name and one heading. */
export type SettingGroup<Specs extends Readonly<Record<string, SettingSpec>> = Readonly<Record<string, SettingSpec>>> =
  {
    name: string;
    label: string;
    help: string;
    specs: Specs;
    /** What is wrong with values that are right each for itself, by the name of the setting. */
    check?(values: SettingValues<Specs>): Record<string, string>;
    /** What follows from a change, in its transaction. */
    changed?(context: Context, before: SettingValues<Specs>, after: SettingValues<Specs>): Promise<void>;
  };

/** The values of a group, by the names of its settings. */
export type SettingValues<Specs extends Readonly<Record<string, SettingSpec>>> = {
  [Name in keyof Specs]: Specs[Name] extends SettingSpec<infer Value> ? Value : never;
};

/** Keeps the exact types of a group of settings. */
export function defineSettings<Specs extends Readonly<Record<string, SettingSpec>>>(
  group: SettingGroup<Specs>,
): SettingGroup<Specs> {
  return group;
}

/** Keeps the type of one setting's value wider than what it begins with. */
export function setting<Value extends SettingValue>(spec: SettingSpec<Value>): SettingSpec<Value> {
  return spec;
}

/** The value that the operator has fixed; undefined when it may be chosen. */
export function fixedValue({ variable, fixed }: SettingSpec, config: Config): SettingValue | undefined {
  return variable !== undefined && fixed && config.given.has(variable) ? fixed(config) : undefined;
}

/** What a setting is when nobody has chosen anything. */
export function initialValue({ initial, fixed }: SettingSpec, config: Config): SettingValue {
  return fixed ? (fixed(config) ?? initial) : initial;
}
