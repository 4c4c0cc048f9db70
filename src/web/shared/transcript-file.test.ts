import { describe, expect, it } from 'vitest'
import { formatsOf, transcriptFile } from './transcript-file.ts'

const made = {
  created_at: new Date(2026, 0, 31, 12).toISOString(),
  answer: '[development mode] Hello.',
  transcript: { language: 'en', segments: [{ start_ms: 0, end_ms: 1_500, text: 'Hello.' }] },
}

describe('the file of a transcript', () => {
  it('is named with the day, and contains the text alone', () => {
    expect(transcriptFile(made, 'txt')).toEqual({
      name: 'transcript-2026-01-31.txt',
      text: 'Hello.\n',
    })
  })

  it('contains the times as subtitles', () => {
    expect(transcriptFile(made, 'srt')).toMatchObject({
      name: 'transcript-2026-01-31.srt',
      text: '1\n00:00:00,000 --> 00:00:01,500\nHello.\n\n',
    })
    expect(transcriptFile(made, 'vtt').text).toMatch(/^WEBVTT\n\n/)
  })

  it('is a text alone where there are no times', () => {
    expect(formatsOf({ transcript: null })).toEqual(['txt'])
    expect(formatsOf(made)).toEqual(['txt', 'srt', 'vtt'])
  })
})
