import { expect, it } from 'vitest'
import { readOutput } from './read-answer.ts'

it('reads the chunks of whisper, whose last end may be missing', () => {
  const output = readOutput({
    text: ' One. Two.',
    chunks: [
      { timestamp: [0, 1.5], text: ' One.' },
      { timestamp: [1.5, null], text: ' Two.' },
    ],
    inferred_languages: ['en'],
    diarization_segments: [],
  })
  expect(output).toMatchObject({
    text: ' One. Two.',
    transcript: {
      language: 'en',
      segments: [
        { start_ms: 0, end_ms: 1_500, text: 'One.' },
        { start_ms: 1_500, end_ms: 2_500, text: 'Two.' },
      ],
    },
  })
})

const word = (text: string, start: number, end: number) => ({
  ...{ text, start, end, speaker_id: 'speaker_0' },
  type: text.trim() === '' ? 'spacing' : 'word',
})

it('joins words to sentences, which end with a sign or a pause', () => {
  const { transcript } = readOutput({
    text: 'It is six. Tea? now',
    language_code: 'eng',
    words: [
      ...[word('It', 0, 0.2), word(' ', 0.2, 0.3), word('is', 0.3, 0.5), word(' ', 0.5, 0.6)],
      ...[word('six.', 0.6, 1), word(' ', 1, 1.1), word('Tea', 1.1, 1.4), word(' ', 1.4, 1.5)],
      word('now', 3, 3.4),
    ],
  })
  expect(transcript).toEqual({
    language: 'eng',
    segments: [
      { start_ms: 0, end_ms: 1_000, text: 'It is six.' },
      { start_ms: 1_100, end_ms: 1_400, text: 'Tea' },
      { start_ms: 3_000, end_ms: 3_400, text: 'now' },
    ],
  })
})

it('joins no more than two lines of subtitles', () => {
  const words = Array.from({ length: 60 }, (_, at) => word('word ', at / 10, at / 10 + 0.1))
  const { transcript } = readOutput({ text: 'words', words })
  expect(transcript?.segments.length).toBeGreaterThan(2)
  for (const { text } of transcript?.segments ?? []) expect(text.length).toBeLessThanOrEqual(84)
})

it.each([
  [{ text: 'Words alone' }],
  [{ text: 'a', chunks: 'none' }],
  [{ text: 'a', chunks: [null, { timestamp: 'x', text: 1 }] }],
  [{ chunks: [{ timestamp: [0, 1], text: 'a' }] }],
])('has no times in %j', (answer) => {
  expect(readOutput(answer)).not.toHaveProperty('transcript')
})
