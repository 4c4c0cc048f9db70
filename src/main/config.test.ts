import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('configuration', () => {
  it('needs nothing for a demo', () => {
    expect(readConfig({})).toMatchObject({ ATELIER_MODE: 'demo', PORT: 3000, AUTO_REFUND: true, usesDemoEngine: true })
  })

  it('lists everything that production lacks, at once', () => {
    expect(() => readConfig({ ATELIER_MODE: 'production', FAL_KEY: 'k' })).toThrow(
      /PUBLIC_URL: is missing\n.*SESSION_SECRET: is missing\n.*GOOGLE_CLIENT_ID: is missing\n.*GOOGLE_CLIENT_SECRET: is missing$/,
    )
  })

  it('lists everything that is wrong, at once', () => {
    const wrong = {
      ENDPOINT_OVERRIDES: '{"a/b": "../c"}',
      PORT: 'abc',
      AUTO_REFUND: 'maybe',
      PRICE_OVERRIDES: '{"flux-dev": 1.5}',
      MOCK_FAILURE_RATE: '2',
    }
    for (const name of Object.keys(wrong)) expect(() => readConfig(wrong)).toThrow(new RegExp(`- ${name}: `))
  })

  it('reads price overrides and takes an empty variable for an absent one', () => {
    expect(readConfig({ PRICE_OVERRIDES: '{"flux-dev": 12}', DATABASE_URL: '' }).prices).toEqual({ 'flux-dev': 12 })
  })

  it('separate roles need a database and a provider that they can share', () => {
    expect(() => readConfig({ ATELIER_ROLE: 'worker' })).toThrow(/DATABASE_URL: is missing\n.*FAL_KEY: is missing/)
  })

  it('keeps media on the local disk unless told otherwise, and names what a bucket lacks', () => {
    expect(readConfig({}).s3).toBeNull()
    expect(() => readConfig({ STORAGE: 's3', S3_BUCKET: 'media' })).toThrow(
      /complete:\n.*S3_REGION: is missing\n.*S3_ACCESS_KEY_ID: is missing\n.*S3_SECRET_ACCESS_KEY: is missing$/,
    )
    expect(() => readConfig({ STORAGE: 'tape' })).toThrow(/- STORAGE: /)
  })

  it('knows a bucket at Amazon and elsewhere', () => {
    const bucket = {
      STORAGE: 's3',
      S3_REGION: 'auto',
      S3_BUCKET: 'b',
      S3_ACCESS_KEY_ID: 'i',
      S3_SECRET_ACCESS_KEY: 's',
    }
    expect(readConfig(bucket).s3).toEqual({
      endpoint: undefined,
      region: 'auto',
      bucket: 'b',
      accessKeyId: 'i',
      secretAccessKey: 's',
    })
    expect(readConfig({ ...bucket, S3_ENDPOINT: 'http://127.0.0.1:9000/' }).s3?.endpoint).toBe('http://127.0.0.1:9000')
  })

  it('a provider of the operator’s own replaces the demo engine in any mode', () => {
    expect(readConfig({ FAL_KEY: 'k', FAL_QUEUE_URL: 'http://127.0.0.1:9/' })).toMatchObject({
      usesDemoEngine: false,
      FAL_QUEUE_URL: 'http://127.0.0.1:9',
    })
  })
})
