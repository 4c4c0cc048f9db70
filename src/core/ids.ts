const uuidPattern = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Whether an id is valid. An invalid one must be not found, not a database error. */
export function isId(id: string): boolean {
  return uuidPattern.test(id)
}
