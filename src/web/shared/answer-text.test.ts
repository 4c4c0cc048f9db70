import { describe, expect, it } from 'vitest'
import { developmentMarker } from '#core/models/rules/model.ts'
import { answerFile, answerSnippet, answerText } from './answer-text.ts'

describe('an answer', () => {
  it('is shown without the mark of the fal emulator, which is recognized', () => {
    expect(answerText(`${developmentMarker} A fox.`)).toEqual({ text: 'A fox.', isMock: true })
    expect(answerText('A fox in development mode.')).toEqual({
      text: 'A fox in development mode.',
      isMock: false,
    })
  })

  it('is cut after 100 characters in lists, whatever kind of characters they are', () => {
    expect(answerSnippet('狐'.repeat(100))).toBe('狐'.repeat(100))
    expect(answerSnippet(`${developmentMarker} ${'🦊'.repeat(101)}`)).toBe(`${'🦊'.repeat(100)}…`)
  })

  it('is saved with its question, under the day it was asked', () => {
    const created_at = new Date(2026, 2, 5, 23, 59).toISOString()
    expect(
      answerFile({
        kind: 'image-understanding',
        prompt: 'What is it?',
        answer: `A fox. ${developmentMarker}`,
        created_at,
      }),
    ).toEqual({
      name: 'image-analysis-2026-03-05.txt',
      text: 'What is it?\n\nA fox.\n',
    })
  })
})
