import { describe, expect, it } from 'vitest'
import { findMessageFaults } from './find-message-faults.mjs'

const languages = (en, zh) => [
  { locale: 'en', messages: new Map(Object.entries(en)) },
  { locale: 'zh', messages: new Map(Object.entries(zh)) },
]

describe('the faults of messages', () => {
  it('are none when both languages say the same and all of it is used', () => {
    const faults = findMessageFaults(
      languages({ make: ['Make {n}'] }, { make: ['制作 {n}'] }),
      'm.make({ n: 1 })',
    )
    expect(faults).toEqual([])
  })

  it('are messages that one language lacks', () => {
    expect(findMessageFaults(languages({ a: ['A'] }, { b: ['乙'] }), 'm.a() m.b()')).toEqual([
      'a is missing in zh',
      'b is missing in en',
    ])
  })

  it('are empty texts, in any variant', () => {
    expect(findMessageFaults(languages({ a: ['one', ' '] }, { a: ['一'] }), 'm.a()')).toEqual([
      'a is empty in en',
    ])
  })

  it('are other placeholders, whatever their order and variant', () => {
    expect(
      findMessageFaults(languages({ a: ['{x} {y}'] }, { a: ['{y}', '{x}'] }), 'm.a()'),
    ).toEqual([])
    expect(findMessageFaults(languages({ a: ['{x}'] }, { a: ['{z}'] }), 'm.a()')).toEqual([
      'a has z in zh and x in en',
    ])
  })

  it('are not asked for uses where no sources are given', () => {
    expect(findMessageFaults(languages({ a: ['{x}'] }, { a: ['{x}'] }))).toEqual([])
    expect(findMessageFaults(languages({ a: ['{x}'] }, { a: ['甲'] }))).toEqual([
      'a has no placeholders in zh and x in en',
    ])
  })

  it('are messages that nothing shows', () => {
    expect(
      findMessageFaults(languages({ nav: ['N'] }, { nav: ['导'] }), 'm.nav_label() item.nav'),
    ).toEqual(['nav is used nowhere'])
  })
})
