import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { testConnection } from './database/database.ts'
import { urlOf } from './database/url-of.ts'
import { createProduct, type Product } from './product.ts'
import { testEmulator } from './server.ts'

/**
 * The product as separate processes with one database, directory and provider, until the test ends.
 * `delayMs`: how long the provider takes for a job.
 */
export async function testProcesses({ delayMs }: { delayMs: number }) {
  const directory = await mkdtemp(path.join(tmpdir(), 'atelier-processes-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const emulator = await testEmulator({ delayMs })
  const shared = {
    DATABASE_URL: urlOf(await testConnection()),
    DATA_DIR: directory,
    FAL_KEY: 'test',
    FAL_QUEUE_URL: emulator.url,
    FAL_REST_URL: emulator.url,
  }
  const make = async (role: 'all' | 'web' | 'worker', more: Record<string, string> = {}) => {
    const product = await createProduct({ ...shared, ATELIER_ROLE: role, ...more })
    onTestFinished(product.remove)
    return product
  }
  return { make, directory }
}

/** The API key of a new account with 1,000 credits. */
export async function accountKey(product: Product): Promise<string> {
  const account = ['account', 'create', '--email', `${randomUUID()}@example.com`]
  const made = await product.atelier(...account, '--credits', '1000', '--paid', '--key')
  return JSON.parse(made.output).api_key
}
