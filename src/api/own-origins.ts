import type { Context } from 'hono'
import type { ApiOptions, Env } from './env.ts'

/** Where this product is reached: addresses that begin so are our own files, and never fetched. */
export function ownOrigins(
  c: Context<Env>,
  { publicUrl }: Pick<ApiOptions, 'publicUrl'>,
): readonly string[] {
  return [c.get('origin'), publicUrl]
}
