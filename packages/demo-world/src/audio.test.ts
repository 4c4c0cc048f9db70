import { BufferSource, Input, WAVE } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import { renderAudio } from './audio.ts'

const audio = { prompt: 'waves on a beach', seed: 3, seconds: 0.8 }

async function facts(file: Uint8Array) {
  using input = new Input({ source: new BufferSource(file), formats: [WAVE] })
  const track = await input.getPrimaryAudioTrack()
  return {
    seconds: await input.computeDuration(),
    rate: await track?.getSampleRate(),
    channels: await track?.getNumberOfChannels(),
  }
}

const samplesOf = (file: Uint8Array) => new Int16Array(file.buffer.slice(44))

describe('an audio track', () => {
  it('is a WAV file of the requested length', async () => {
    expect(await facts(renderAudio(audio))).toEqual({
      seconds: expect.closeTo(0.8, 3),
      rate: 44_100,
      channels: 2,
    })
  })

  it('gets simpler rather than large', async () => {
    const file = renderAudio({ ...audio, seconds: 30 })
    expect(file.length).toBeLessThanOrEqual(1_500_044)
    expect(await facts(file)).toMatchObject({ seconds: expect.closeTo(30, 2), channels: 1 })
  })

  it('is audible, never clipped, and begins and ends in silence', () => {
    const samples = samplesOf(renderAudio(audio))
    expect(Math.max(...samples)).toBeLessThan(32_767 * 0.65)
    expect(samples.reduce((sum, value) => sum + value ** 2, 0) / samples.length).toBeGreaterThan(
      300 ** 2,
    )
    expect(
      [...samples.slice(0, 4), ...samples.slice(-4)].every((value) => Math.abs(value) < 40),
    ).toBe(true)
  })

  it('depends on the prompt and the seed', () => {
    expect(renderAudio(audio)).toEqual(renderAudio(audio))
    expect(renderAudio({ ...audio, seed: 4 })).not.toEqual(renderAudio(audio))
    expect(renderAudio({ ...audio, prompt: 'a fire' })).not.toEqual(renderAudio(audio))
    const styles = (['scene', 'speech', 'music'] as const).map((style) => ({ ...audio, style }))
    for (const one of styles) expect(renderAudio(one)).toEqual(renderAudio(one))
    expect(
      new Set(styles.map((one) => Buffer.from(renderAudio(one)).toString('hex'))),
    ).toHaveLength(3)
  })
})
