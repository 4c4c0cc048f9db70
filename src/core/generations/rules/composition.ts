/**
 * Whether a record was put together here, by no model (`recordComposition`): it cannot be made again.
 * What it names in place of a model begins with a capital, which no model's id has.
 */
export function isComposition({ model }: { model: string }): boolean {
  return /^[A-Z]/.test(model)
}
