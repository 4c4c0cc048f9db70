import { describe, expect, it } from 'vitest'
import { historyStudio, type Owner } from '#testing/api/history.ts'
import { uploadedFiles } from '#testing/model-input.ts'

const { context, owner } = await historyStudio()

const video = {
  content_type: 'video/mp4',
  storage_key: 'x/0.mp4',
  bytes: 4000,
  width: 832,
  height: 480,
  duration_ms: 5062,
  fps: 16,
}

/** Returns the only record of a history. */
async function only({ request }: Owner, base: string) {
  return (await request('GET', `${base}/history`)).body.data[0]
}

describe('a record shows', () => {
  it('a video: its measures, and the requested ones before it ends', async () => {
    const client = await owner()
    await client.finish(
      'image-to-video',
      { prompt: 'a fox', num_frames: 96, frames_per_second: 24 },
      { results: [video] },
    )
    const record = await only(client, '/api/video-generation')
    expect(record).toMatchObject({
      prompt: 'a fox',
      duration: 5.062,
      width: 832,
      height: 480,
      fps: 16,
      model: 'image-to-video',
      image_url: record.generation.inputs[0].url,
      video_url: record.generation.original_video_url,
      status: 'completed',
      generation: {
        video_id: record.id,
        video_url: expect.stringContaining('/media/'),
        image_url: null,
        seconds: 4,
        answer: null,
        feature_type: 'video-create',
      },
    })
    expect(record.video_url).toMatch(/\.mp4$/)

    await client.finish(
      'text-to-video',
      {},
      { status: 'failed', failure: { code: 'provider_error', message: null } },
    )
    expect(await only(client, '/api/video-generation')).toMatchObject({
      duration: 81 / 16,
      fps: 16,
      image_url: null,
      video_url: null,
      status: 'failed',
      error_message: 'The model failed while working on this.',
    })
  })

  it('an audio generation, and its refund', async () => {
    const client = await owner()
    const audio = {
      content_type: 'audio/wav',
      storage_key: 'x/0.wav',
      bytes: 4000,
      duration_ms: 3500,
    }
    const id = await client.finish('thinksound', { prompt: 'waves' }, { results: [audio] })
    expect(await only(client, '/api/audio-generation')).toMatchObject({
      id,
      prompt: 'waves',
      status: 'completed',
      audioUrl: expect.stringMatching(/\.wav$/),
      inputMediaUrl: expect.stringMatching(/\.mp4$/),
      inputMediaType: 'video',
      duration: 3.5,
      fileSize: 4000,
      creditsUsed: 50,
      creditsRefunded: false,
      refundAmount: null,
      refundAttempts: 0,
    })
    const job = (await client.request('GET', `/api/audio-generation/status?record_id=${id}`)).body
    expect(job).toMatchObject({
      status: 'completed',
      result: { audio: { url: job.audioUrl }, prompt: 'waves' },
    })

    const failure = { code: 'invalid_input', message: 'This video has no images.' } as const
    const failed = await client.finish('thinksound', {}, { status: 'failed', refund: 50, failure })
    const record = await only(client, '/api/audio-generation')
    expect(record).toMatchObject({
      id: failed,
      status: 'failed',
      audioUrl: null,
      errorMessage: 'This video has no images.',
      creditsUsed: 0,
      creditsRefunded: true,
      refundAmount: 50,
      refundedAt: record.generation.refunded_at,
      refundReason: 'This video has no images.',
      refundAttempts: 0,
      generation: {
        credits_refunded: 50,
        refund_reason: 'This video has no images.',
        can_refund: false,
      },
    })
    expect(Date.parse(record.refundedAt)).toBeGreaterThan(Date.now() - 60_000)
  })

  it.each([
    ['eleven-v3', '/api/speech', { text: 'Good evening', voice: 'George' }, 'Good evening', 20],
    ['eleven-music', '/api/music', { prompt: 'a slow waltz' }, 'a slow waltz', 80],
  ] as const)('audio of %s, and its status alone', async (model, base, input, prompt, price) => {
    const client = await owner()
    const audio = {
      content_type: 'audio/mpeg',
      storage_key: 'x/0.mp3',
      bytes: 96_000,
      duration_ms: 6_000,
    }
    const id = await client.finish(model, input, { results: [audio] })
    const record = await only(client, base)
    expect(record).toMatchObject({
      ...{ id, model, prompt, status: 'completed', url: expect.stringMatching(/\.mp3$/) },
      ...{ content_type: 'audio/mpeg', duration: 6, file_size: 96_000, credits_used: price },
      generation: { audio_url: record.url, video_url: null, inputs: [] },
    })
    const { body } = await client.request('GET', `${base}/status?id=${id}`)
    expect(body).toEqual(record)
    const foreign = await (await owner()).request('GET', `${base}/status?id=${id}`)
    expect(foreign.status).toBe(404)
    const failure = { code: 'provider_error', message: null } as const
    await client.finish(model, input, { status: 'failed', refund: price, failure })
    expect(await only(client, base)).toMatchObject({
      ...{ status: 'failed', url: null, duration: null, credits_used: 0 },
      error_message: expect.any(String),
    })
  })

  it('a waiting audio generation as processing', async () => {
    const client = await owner()
    const fileFor = await uploadedFiles(context, client.account.id)
    await context.database
      .insertInto('provider_outage')
      .values({ provider: 'fal', code: 'provider_auth', detail: '', probe_at: new Date() })
      .execute()
    const refused = await client.request('POST', '/api/wan/createAudio', {
      video_url: fileFor('video'),
    })
    expect(refused).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } })
    await context.database.deleteFrom('provider_outage').execute()

    const { id } = (
      await client.request('POST', '/api/wan/createAudio', { video_url: fileFor('video') })
    ).body
    const answer = await client.request(
      'GET',
      `/api/audio-generation/status?record_id=${id}`,
      undefined,
      {
        'accept-language': 'zh',
      },
    )
    expect(answer.body).toMatchObject({
      status: 'processing',
      audioUrl: null,
      progressMessage: '排队中',
      result: null,
    })
  })

  it('an edit with the parameters of its model', async () => {
    const client = await owner()
    const results = [{ content_type: 'image/png', storage_key: 'x/0.png', width: 10, height: 10 }]
    await client.finish(
      'flux-pro-kontext',
      { guidance_scale: 4, num_images: 2 },
      { results, status: 'partial', refund: 10 },
    )
    const record = await only(client, '/api/image-editor')
    expect(record).toMatchObject({
      image_url: record.generation.inputs[0].url,
      parameters: {
        model: 'flux-pro-kontext',
        guidance_scale: 4,
        num_images: 2,
        output_format: 'jpeg',
        safety_tolerance: 2,
        enhance_prompt: false,
        aspect_ratio: '1:1',
      },
      status: 'partial',
      result_images: [{ url: expect.stringMatching(/\.png$/) }],
      credits_used: 10,
      response_time_ms: expect.any(Number),
    })
    await client.finish('nano-banana-edit', {})
    expect((await only(client, '/api/image-editor')).parameters).not.toHaveProperty(
      'guidance_scale',
    )
  })

  it('a text', async () => {
    const client = await owner()
    const asked = { prompt: 'a fox', task: 'improve' }
    const id = await client.finish('gemini-2.5-flash', asked, { answer: 'A red fox at dawn.' })
    const record = await only(client, '/api/text')
    expect(record.generation).toMatchObject({
      ...{ id, prompt: 'a fox', answer: 'A red fox at dawn.', images: [], inputs: [] },
      input: { task: 'improve' },
    })
  })

  it('a question and its answer', async () => {
    const client = await owner()
    const id = await client.finish(
      'moondream3-preview',
      { question: 'What is it?' },
      { answer: 'A fox.' },
    )
    const record = await only(client, '/api/image-understanding')
    expect(record).toMatchObject({
      id,
      question: 'What is it?',
      result_text: 'A fox.',
      image_url: record.generation.input.image,
      generation: {
        prompt: 'What is it?',
        answer: 'A fox.',
        images: [],
        inputs: [{ field: 'image' }],
      },
    })
    expect(
      (await client.request('GET', `/api/image-understanding/status?job_id=${id}`)).body,
    ).toMatchObject({
      status: 'completed',
      result: 'A fox.',
      error: null,
    })
  })
})
