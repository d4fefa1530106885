import type { Context } from "../context.ts";
import type { Logger } from "../telemetry/logger.ts";

/** Something that a check measured, in words; an instant is written as each reader writes it. */
export type CheckFigure = { label: string; value: string; isInstant?: true };

/** What a check found. Whether nothing was found for too long is judged by whoever reads it. */
export type CheckResult = {
  state: "up" | "degraded" | "down";
  /** What is wrong, and what to do; null where nothing is. */
  message: string | null;
  figures?: readonly CheckFigure[];
  /** The tenants that it concerns, where not all of them. */
  tenants?: readonly string[];
  /** It is not down, but people notice it: if it lasts, an incident begins all the same. */
  opensIncident?: true;
};

/** What a check may use. */
export type CheckScope = {
  /** Work in a transaction of the platform. */
  inPlatform<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
  /** Ends when the check takes too long. */
  signal: AbortSignal;
  now: Date;
  log: Logger;
};

/** A part of the platform that is asked how it is, again and again. */
export type HealthCheck = {
  name: string;
  label: string;
  /** What the part is for, in one sentence. */
  purpose: string;
  everySeconds: number;
  run(scope: CheckScope): Promise<CheckResult>;
  /** What it needs to work: while one of these is down, it is affected, not down. */
  dependsOn: readonly string[];
  affects: {
    /** What stops working, for those who run the platform. */
    summary: string;
    /** The tables of facts whose reports show old figures. */
    facts?: readonly string[];
    /** What people of a tenant read while it lasts; null where they notice nothing. */
    tenantMessage: string | null;
  };
};

/** Keeps the exact type of one check. */
export function defineCheck(check: HealthCheck): HealthCheck {
  return check;
}

/** A check that takes longer has failed. */
export const checkTimeoutMs = 10_000;
