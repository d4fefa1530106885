/** A record that holds what was put into it and nothing else: typed words such as "constructor" find nothing. */
export function toLookup<Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  return Object.assign(Object.create(null), entries);
}
