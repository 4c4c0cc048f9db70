import { describe, expect, it } from 'vitest'
import { testHttpServer } from '#testing/providers/test-server.ts'
import { outputOf as arkVideo, readTask as readArkTask } from './ark/answers.ts'
import { outputOf, readTask } from './dashscope/task.ts'
import { createFal } from './fal/fal.ts'
import { readAnswer } from './google/answers.ts'
import { readUsage } from './http/read-usage.ts'
import { readImages, readTranscription } from './openai/answers.ts'
import { readOutput, readPrediction } from './replicate/prediction.ts'

const url = 'https://files.example/1.png'

describe('what a provider counts', () => {
  it('is left out where it is no count', () => {
    expect(readUsage({ tokens: 3, seconds: -1, units: Number.NaN })).toEqual({
      usage: { tokens: 3 },
    })
    expect(readUsage({ tokens: '3', seconds: null, units: Number.POSITIVE_INFINITY })).toEqual({})
  })

  it('is read from the answers of Ark', () => {
    const task = { status: 'succeeded', content: { video_url: url } }
    const usage = { completion_tokens: 108_900, total_tokens: 108_900 }
    expect(arkVideo(readArkTask({ ...task, usage })).usage).toEqual({ tokens: 108_900 })
    expect(arkVideo(readArkTask(task))).not.toHaveProperty('usage')
  })

  it('is read from the answers of DashScope', () => {
    const output = { task_status: 'SUCCEEDED', video_url: url }
    expect(outputOf(readTask({ output, usage: { video_duration: 5 } })).usage).toEqual({
      seconds: 5,
    })
    expect(outputOf(readTask({ output, usage: { duration: 8, total_tokens: 9 } })).usage).toEqual({
      ...{ seconds: 8, tokens: 9 },
    })
  })

  it('is read from the answers of Google', () => {
    const candidates = [{ content: { parts: [{ text: 'a fox' }] } }]
    const answer = { candidates, usageMetadata: { totalTokenCount: 1_324 } }
    expect(readAnswer(answer).usage).toEqual({ tokens: 1_324 })
  })

  it('is read from the answers of OpenAI', () => {
    expect(readImages({ data: [{ url }], usage: { total_tokens: 4_160 } }).usage).toEqual({
      tokens: 4_160,
    })
    const recording = { text: 'six', usage: { type: 'duration', seconds: 9 } }
    expect(readTranscription(recording).usage).toEqual({ seconds: 9 })
  })

  it('is the run time of Replicate', () => {
    const prediction = { id: 'p1', status: 'succeeded', output: [url] }
    const read = (metrics?: object) => readOutput(readPrediction({ ...prediction, metrics }))
    expect(read({ predict_time: 4.125 }).usage).toEqual({ seconds: 4.125 })
    expect(read()).not.toHaveProperty('usage')
  })

  it('is a header of fal', async () => {
    let units: string | undefined = '2.5'
    const server = await testHttpServer(() => ({
      json: { images: [{ url }] },
      ...(units !== undefined && { headers: { 'x-fal-billable-units': units } }),
    }))
    const fal = createFal({
      id: 'fal',
      key: 'key',
      queueUrl: server.url,
      restUrl: server.url,
      jwksUrl: server.url,
    })
    const job = { provider: 'fal', endpoint: 'fal-ai/flux/dev', requestId: 'r1', urls: {} }
    expect((await fal.result(job)).usage).toEqual({ units: 2.5 })
    units = undefined
    expect(await fal.result(job)).not.toHaveProperty('usage')
    units = 'many'
    expect(await fal.result(job)).not.toHaveProperty('usage')
  })
})
