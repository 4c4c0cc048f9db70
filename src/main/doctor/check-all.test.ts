import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { checkAddress } from './check-all.ts'

const production = {
  ...{ ATELIER_MODE: 'production', PUBLIC_URL: 'https://studio.example', TRUST_PROXY: '1' },
  ...{
    SESSION_SECRET: 'x'.repeat(32),
    GOOGLE_CLIENT_ID: 'a',
    GOOGLE_CLIENT_SECRET: 'b',
    FAL_KEY: 'c',
  },
}

it.each([
  [{}, 'right', /^https:\/\/studio\.example$/],
  [
    { PUBLIC_URL: 'http://studio.example' },
    'wrong',
    /HTTPS in front, and let PUBLIC_URL begin with https/,
  ],
  [{ PUBLIC_URL: 'http://localhost:3000' }, 'doubtful', /this machine alone/],
  [{ PUBLIC_URL: 'https://studio.example/art' }, 'wrong', /Set it to https:\/\/studio\.example\./],
  [{ TRUST_PROXY: '0' }, 'doubtful', /TRUST_PROXY is 0.*set it to 1/],
  [{ PUBLIC_URL: 'https://studio.lan' }, 'doubtful', /your own network/],
])('%o is %s', (environment, state, text) => {
  expect(checkAddress(readConfig({ ...production, ...environment }))).toEqual({
    state,
    text: expect.stringMatching(text),
  })
})
