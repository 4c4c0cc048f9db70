import { describe, expect, it } from 'vitest'
import { parseDevice } from './device.ts'

describe('parseDevice', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
      { browser: 'Chrome', system: 'Windows', form: 'computer' },
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      { browser: 'Microsoft Edge', system: 'Windows', form: 'computer' },
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
      { browser: 'Safari', system: 'macOS', form: 'computer' },
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      { browser: 'Firefox', system: 'Linux', form: 'computer' },
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
      { browser: 'Safari', system: 'iPhone', form: 'phone' },
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      { browser: 'Safari', system: 'iPad', form: 'tablet' },
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
      { browser: 'Chrome', system: 'Android', form: 'phone' },
    ],
    ['curl/8.5.0', { browser: undefined, system: undefined, form: 'computer' }],
    ['', { browser: undefined, system: undefined, form: 'computer' }],
    [null, { browser: undefined, system: undefined, form: 'computer' }],
  ])('%s', (userAgent, device) => {
    expect(parseDevice(userAgent)).toEqual(device)
  })
})
