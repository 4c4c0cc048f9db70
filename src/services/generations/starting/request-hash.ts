import { createHash } from 'node:crypto'
import type { Model } from '#catalogue/model.ts'

/**
 * Everything a create request asks for; `input` as the model parsed it, with its files as the
 * client named them.
 */
export type RequestContent = {
  model: Model
  input: Record<string, unknown>
  isPublic: boolean
  parentId: string | null
}

/**
 * Returns 16 bytes that are the same for two requests exactly when they ask for the same: the order
 * of keys, unknown keys and whether a default was said or left out make no difference.
 */
export function hashRequest({ model, input, isPublic, parentId }: RequestContent): Buffer {
  const content = [model.kind, model.generationType, model.id, input, isPublic, parentId]
  return createHash('sha256').update(JSON.stringify(content, sortKeys)).digest().subarray(0, 16)
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
