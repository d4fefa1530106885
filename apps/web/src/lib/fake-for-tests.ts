type DeepPart<Whole> = { [Name in keyof Whole]?: Whole[Name] extends object ? DeepPart<Whole[Name]> : Whole[Name] };

/** Stands in for a whole of which a test uses only a part. */
export function fake<Whole extends object>(part: DeepPart<Whole>): Whole {
  return part as Whole;
}
