import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { builtInModels } from '#core/models/rules/catalogue.ts'
import { testConnection, testUrl } from '#testing/database/database.ts'
import { dropDatabase, execute } from '#testing/database/postgres.ts'
import { readConfig } from '../config.ts'
import { checkDatabase } from './check-database.ts'

async function examine(
  change: (url: URL) => void = () => undefined,
  variables: Record<string, string> = {},
) {
  const url = new URL(await testUrl())
  change(url)
  const found: Record<string, object> = {}
  for await (const { name, ...finding } of checkDatabase(
    readConfig({ DATABASE_URL: url.href, ...variables }),
  ))
    found[name] = finding
  return found
}

const wrong = (text: RegExp) => ({ state: 'wrong', text: expect.stringMatching(text) })

it('accepts a writable database with the current schema and a correct clock', async () => {
  expect(await examine()).toMatchObject({
    database: { state: 'right', text: expect.stringMatching(/^PostgreSQL 1\d, /) },
    migrations: { state: 'right' },
    clock: { state: 'right' },
  })
})

it('says how many models can be started, and which provider the others need', async () => {
  const all = { state: 'right', text: `${builtInModels.length} can be started` }
  expect(await examine()).toMatchObject({ models: all })
  const own = { ATELIER_ROLE: 'web', COMFYUI_URLS: 'http://127.0.0.1:9' }
  expect(await examine(undefined, own)).toMatchObject({
    models: {
      state: 'doubtful',
      text: `0 can be started; ${builtInModels.length} are not offered, because their provider is not configured: fal`,
    },
  })
})

it('reports the address that does not answer, and what to check', async () => {
  const remedy = /does DATABASE_URL name user, password and database as they are\?$/
  const nowhere = await examine((url) => {
    url.search = ''
    url.port = '9'
  })
  expect(nowhere).toEqual({ database: wrong(remedy) })
  const strange = await examine((url) => {
    url.pathname = '/nothing_here'
  })
  expect(strange).toEqual({ database: wrong(/“?"nothing_here" does not exist.*DATABASE_URL/) })
})

it('lists the migrations of an empty database without applying them', async () => {
  const name = `empty_${randomBytes(6).toString('hex')}`
  const connection = await testConnection()
  await execute(connection, `create database ${name}`)
  onTestFinished(() => dropDatabase(connection, name))
  const onEmpty = () =>
    examine((url) => {
      url.pathname = `/${name}`
    })
  const migrations = {
    state: 'doubtful',
    text: expect.stringMatching(/^0001-.* will be applied when the studio starts/),
  }
  expect(await onEmpty()).toMatchObject({ database: { state: 'right' }, migrations })
  expect(await onEmpty()).toMatchObject({ migrations })
})

it('reports a wrong clock, and a replica', async () => {
  const connection = await testConnection()
  await execute(
    connection,
    `create schema elsewhen;
    create function elsewhen.clock_timestamp() returns timestamptz language sql
      as $$ select pg_catalog.clock_timestamp() - interval '1 hour' $$;
    create function elsewhen.pg_is_in_recovery() returns boolean language sql as $$ select false $$`,
  )
  const name = new URL(await testUrl()).pathname.slice(1)
  await execute(connection, `alter database ${name} set search_path = elsewhen, pg_catalog, public`)
  expect(await examine()).toMatchObject({
    database: { state: 'right' },
    clock: wrong(/clock is 3600 s off ours\. Run NTP on both machines\.$/),
  })
  await execute(
    connection,
    'create or replace function elsewhen.pg_is_in_recovery() returns boolean language sql as $$ select true $$',
  )
  expect(await examine()).toMatchObject({
    database: wrong(/only reads\. Let DATABASE_URL name the primary/),
  })
})
