import { faultNames } from '@atelier/fal-emulator/faults'
import { describe, expect, it } from 'vitest'
import { readOptions, replayCommand } from '../options.ts'
import { knownFaults } from './faults.ts'
import { makePlan, waitingPaths } from './plan.ts'
import { secondModel } from './second-provider.ts'
import { routedModel } from './several-providers.ts'

const options = readOptions([
  '--generations',
  '2000',
  '--kills',
  '12',
  '--seed',
  '7',
  '--webs',
  '2',
])

describe('the plan of a chaos run', () => {
  it('follows from its figures and seed alone, which the printed command repeats', () => {
    const again = readOptions(replayCommand(options).split(' -- ')[1]?.split(' ') ?? [])
    expect(makePlan(again)).toEqual(makePlan(options))
    expect(makePlan({ ...options, seed: 8 })).not.toEqual(makePlan(options))
  })

  it('tries every fault the emulator has', () => {
    expect([...knownFaults].sort()).toEqual([...faultNames].sort())
    const tried = new Set(
      makePlan({ ...options, generations: 20_000 }).creates.flatMap(({ faults }) =>
        faults.map(({ name }) => name),
      ),
    )
    expect([...tried].sort()).toEqual([...faultNames].sort())
  })

  it('kills every kind of process, as often as configured', () => {
    const kills = makePlan(options).events.filter((event) => event.kind === 'kill')
    expect(kills).toHaveLength(12)
    expect(new Set(kills.map(({ target }) => target))).toEqual(
      new Set(['web', 'worker', 'postgres']),
    )
    expect(kills.every(({ at }) => at > 0 && at < 2_000)).toBe(true)
  })

  it('sends some requests twice, cancels some, and spends some accounts', () => {
    const { creates, accounts } = makePlan(options)
    expect(new Set(creates.map(({ sending }) => sending)).size).toBe(4)
    expect(creates.some(({ cancelAfter }) => cancelAfter !== null)).toBe(true)
    const creating = accounts.filter(({ weight }) => weight > 0)
    expect(new Set(creates.map(({ account }) => account)).size).toBe(creating.length)
  })

  it('goes through /v1 in part: images and speech that are awaited, videos that are not', () => {
    const { creates } = makePlan(options)
    const through = Map.groupBy(creates, ({ path }) => path)
    for (const path of [...waitingPaths, '/v1/videos']) {
      expect(through.get(path)?.length, path).toBeGreaterThan(20)
      const own = new Set(through.get(path)?.map(({ sending }) => sending))
      expect(own.size, path).toBe(4)
    }
    expect(waitingPaths.size).toBe(2)
  })

  it('makes storage slow only where there is a bucket, which odd seeds have', () => {
    const states = (args: string[]) =>
      makePlan(readOptions(args)).events.flatMap((event) =>
        event.kind === 'storage' ? [event.state] : [],
      )
    expect(states(['--seed', '1']).toSorted()).toEqual(['away', 'slow'])
    expect(states(['--seed', '2'])).toEqual(['away'])
    expect(states(['--seed', '2', '--storage', 'bucket']).toSorted()).toEqual(['away', 'slow'])
    expect(() => readOptions(['--storage', 'tape'])).toThrow('--storage')
  })

  it('gives a part to a second provider, which breaks down in every way', () => {
    const { creates, events } = makePlan(options)
    const own = creates.filter(({ provider }) => provider === 'replicate')
    expect(own.length / creates.length).toBeCloseTo(0.18, 1)
    expect(own.every(({ faults }) => faults.length === 0)).toBe(true)
    expect(own.every(({ body }) => body.model === secondModel.id)).toBe(true)
    const outages = events.flatMap((event) => (event.kind === 'outage' ? [event] : []))
    expect(outages.map(({ outage }) => outage).toSorted()).toEqual([
      'lost-answers',
      'no-answers',
      'no-funds',
      'server-errors',
    ])
    expect(outages.every(({ at }) => at > 0 && at < 2_000)).toBe(true)
  })

  it('gives a part to a model of three providers', () => {
    const own = makePlan(options).creates.filter(({ provider }) => provider === 'several')
    expect(own.length / (options.generations * 1.06)).toBeCloseTo(0.1, 1)
    expect(
      own.every(({ faults, body }) => faults.length === 0 && body.model === routedModel.id),
    ).toBe(true)
  })

  it('with --away gives everything to that model, and takes away its first provider', () => {
    const { creates, events } = makePlan({ ...options, away: true })
    expect(creates.every(({ provider }) => provider === 'several')).toBe(true)
    expect(events.filter(({ kind }) => kind === 'outage')).toEqual([])
    const away = events.flatMap((event) => (event.kind === 'away' ? [event.isAway] : []))
    expect(away).toEqual([true, false])
  })

  it.each([1, 2, 3, 11, 20_000])(
    'lets the second provider reject our account when fal does not (seed %i)',
    (seed) => {
      const { events } = makePlan({ ...options, seed })
      const at = (wanted: (event: (typeof events)[number]) => boolean) =>
        events.find(wanted)?.at ?? 0
      const second = at((event) => event.kind === 'outage' && event.outage === 'no-funds')
      const distance = Math.abs(second - at(({ kind }) => kind === 'account'))
      expect(distance).toBeGreaterThan(options.generations / 5)
    },
  )

  it('floods the busiest account and another one with more event streams than it may hold', () => {
    const { events, accounts } = makePlan(options)
    const floods = events.flatMap((event) => (event.kind === 'flood' ? [event.flood] : []))
    expect(floods.map(({ account }) => accounts[account]?.name)).toContain('hot-1')
    expect(floods.length).toBeGreaterThan(1)
    expect(floods.every(({ streams, web }) => streams > 100 && web < options.webs)).toBe(true)
    expect(floods.some(({ account }) => accounts[account]?.leaves)).toBe(false)
  })
})
