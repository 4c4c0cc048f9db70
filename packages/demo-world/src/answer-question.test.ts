import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { sampleFile } from '../../../tests/support/files.ts'
import { answerQuestion, developmentMarker } from './answer-question.ts'

const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

describe('an answer about an image', () => {
  it('describes size, shape, light and colours, and repeats the question', async () => {
    const image = await flat(200, 100, '#0000c0')
    const answer = await answerQuestion({ image, question: ' What is this? ' })
    expect(answer).toMatch(developmentMarker)
    expect(answer).toContain('200 × 100')
    expect(answer).toContain('landscape')
    expect(answer).toContain('dark')
    expect(answer).toContain('blue (100%)')
    expect(answer).toContain('“What is this?”')
  })

  it('answers Chinese in Chinese', async () => {
    const answer = await answerQuestion({
      image: await flat(80, 80, '#f4f4f4'),
      question: '这是什么？',
    })
    expect(answer).toMatch(developmentMarker)
    expect(answer).toMatch(/方形[\s\S]*80 × 80[\s\S]*偏亮[\s\S]*白色（100%）[\s\S]*“这是什么？”/)
  })

  it('sees a photo upright', async () => {
    const answer = await answerQuestion({
      image: await sampleFile('photo.jpg'),
      question: 'Which way up?',
    })
    expect(answer).toContain('portrait format, 1200 × 1600')
  })

  it.each([
    ['#c01010', 'red'],
    ['#e08020', 'orange'],
    ['#5a3510', 'brown'],
    ['#e8e020', 'yellow'],
    ['#20a030', 'green'],
    ['#8020c0', 'purple'],
    ['#808080', 'grey'],
    ['#050505', 'black'],
  ])('calls %s %s', async (background, name) => {
    expect(await answerQuestion({ image: await flat(9, 9, background), question: '?' })).toContain(
      `${name} (100%)`,
    )
  })
})
