/** The ids of the models that an account may use; `null`: all. */
export type AllowedModels = readonly string[] | null

/** Whether a model is among those that an account may use. */
export function isModelAllowed(models: AllowedModels, id: string): boolean {
  return models === null || models.includes(id)
}

/** What all of several lists allow. */
export function allowedByAll(lists: readonly AllowedModels[]): AllowedModels {
  return lists.reduce(
    (left, right) =>
      left === null || right === null
        ? (left ?? right)
        : left.filter((id) => isModelAllowed(right, id)),
    null,
  )
}
