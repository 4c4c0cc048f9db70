import type { Step } from './fill-form.ts'
import type { Result } from './see-result.ts'

/**
 * One way through a form, as a person goes it. Prices are written by hand, from the specification
 * (docs/spec/money.md#prices).
 */
export type Journey = {
  generationType: string
  model: string
  /** What is special about it, where a model has several. */
  variant?: string
  path: string
  steps: readonly Step[]
  /** The words it is found by afterwards: its prompt, its question. */
  words: string
  /** In credits. */
  price: number
  /** The balance it leaves of 1,000 credits. */
  left: number
  result: Result
  history: string
}

const images = '/creator/history/image'
const edits = '/creator/history/image-editing'
const videos = '/creator/history/video'

const lighthouse = 'A lighthouse above dark cliffs at dusk'
const snow = 'Let it snow, and keep everything else'
const clouds = 'Clouds drift over the hills, the camera stands still'

/**
 * Every model that a form offers, with the least that must be given; some with what changes the
 * price or the way.
 */
export const journeys: readonly Journey[] = [
  {
    generationType: 'text-to-image',
    model: 'flux-dev',
    path: '/creator/image/text-to-image',
    steps: [
      { field: 'field_prompt', write: lighthouse },
      { field: 'field_image_size', choose: /512 × 512/ },
      { field: 'field_num_images', choose: /^2$/ },
    ],
    words: lighthouse,
    price: 60,
    left: 940,
    result: { images: 2, width: 512, height: 512 },
    history: images,
  },
  {
    generationType: 'text-to-image',
    model: 'flux-schnell',
    path: '/creator/image/text-to-image',
    steps: [
      { model: 'FLUX.1 schnell' },
      { field: 'field_prompt', write: lighthouse },
      { field: 'field_image_size', choose: /512 × 512/ },
    ],
    words: lighthouse,
    price: 8,
    left: 992,
    result: { images: 1, width: 512, height: 512 },
    history: images,
  },
  {
    generationType: 'text-to-image',
    model: 'janus-pro',
    path: '/creator/image/text-to-image',
    steps: [
      { model: 'Janus Pro' },
      { field: 'field_prompt', write: lighthouse },
      { field: 'field_image_size', choose: /576 × 1024/ },
    ],
    words: lighthouse,
    price: 25,
    left: 975,
    result: { images: 1, width: 576, height: 1024 },
    history: images,
  },
  {
    generationType: 'image-to-image',
    model: 'flux-dev',
    path: '/creator/image/image-to-image',
    steps: [
      { field: 'field_image', give: ['photo.jpg'] },
      { field: 'field_prompt', write: 'The same place, painted in ink' },
    ],
    words: 'The same place, painted in ink',
    price: 30,
    left: 970,
    result: { images: 1 },
    history: images,
  },
  {
    generationType: 'image-editing',
    model: 'flux-pro-kontext',
    path: '/creator/ai-image-editor/flux-pro-kontext',
    steps: [
      { field: 'field_prompt', write: snow },
      { field: 'field_image', give: ['photo.jpg'] },
    ],
    words: snow,
    price: 10,
    left: 990,
    result: { images: 1, before: true },
    history: edits,
  },
  {
    generationType: 'image-editing',
    model: 'nano-banana-edit',
    path: '/creator/ai-image-editor/nano-banana-edit',
    steps: [
      { field: 'field_prompt', write: snow },
      { field: 'field_image', give: ['photo.png'] },
      { field: 'field_num_images', choose: /^2$/ },
    ],
    words: snow,
    price: 20,
    left: 980,
    result: { images: 2, before: true },
    history: edits,
  },
  {
    generationType: 'image-editing',
    model: 'qwen-image-edit',
    path: '/creator/ai-image-editor/qwen-image-edit',
    steps: [
      { field: 'field_prompt', write: snow },
      { field: 'field_image', give: ['photo.jpg'] },
      { field: 'field_aspect_ratio', choose: /16:9/ },
    ],
    words: snow,
    price: 10,
    left: 990,
    result: { images: 1, before: true },
    history: edits,
  },
  {
    generationType: 'text-to-video',
    model: 'text-to-video',
    path: '/creator/video/text-to-video',
    steps: [{ field: 'field_prompt', write: clouds }],
    words: clouds,
    price: 300,
    left: 700,
    result: { video: [16, 9] },
    history: videos,
  },
  {
    generationType: 'text-to-video-pro',
    model: 'text-to-video-pro',
    path: '/creator/video/text-to-video-pro',
    steps: [{ field: 'field_prompt', write: clouds }],
    words: clouds,
    price: 800,
    left: 200,
    result: { video: [16, 9] },
    history: videos,
  },
  {
    generationType: 'image-to-video',
    model: 'image-to-video',
    variant: 'with more frames',
    path: '/creator/image-to-video/image-to-video',
    steps: [
      { field: 'field_prompt', write: clouds },
      { field: 'field_image', give: ['photo.jpg'] },
      { field: 'field_num_frames', set: 100 },
    ],
    words: clouds,
    price: 250,
    left: 750,
    result: { video: [16, 9] },
    history: videos,
  },
  {
    generationType: 'image-to-video-pro',
    model: 'image-to-video-pro',
    path: '/creator/image-to-video/image-to-video-pro',
    steps: [
      { field: 'field_prompt', write: clouds },
      { field: 'field_image', give: ['photo.png'] },
    ],
    words: clouds,
    price: 800,
    left: 200,
    result: { video: 'any' },
    history: videos,
  },
  {
    generationType: 'first-to-last-frame',
    model: 'first-to-last-frame',
    path: '/creator/video/first-to-last-frame',
    steps: [
      { field: 'field_prompt', write: clouds },
      { field: 'field_start_image', give: ['photo.jpg'] },
      { field: 'field_end_image', give: ['photo.png'] },
    ],
    words: clouds,
    price: 200,
    left: 800,
    result: { video: 'any' },
    history: videos,
  },
  {
    generationType: 'vace',
    model: 'vace',
    variant: 'general, from reference images',
    path: '/creator/video/vace',
    steps: [
      { field: 'field_prompt', write: clouds },
      { field: 'field_task', choose: 'option_task_default' },
      { field: 'field_ref_images', give: ['photo.jpg', 'photo.png'] },
      { field: 'field_aspect_ratio', choose: /1:1/ },
    ],
    words: clouds,
    price: 400,
    left: 600,
    result: { video: [1, 1] },
    history: videos,
  },
  {
    generationType: 'vace',
    model: 'vace',
    variant: 'depth',
    path: '/creator/video/vace',
    steps: [
      { field: 'field_prompt', write: clouds },
      { field: 'field_video', give: ['clip.mp4'] },
      { field: 'field_resolution', choose: /580p/ },
    ],
    words: clouds,
    price: 420,
    left: 580,
    result: { video: [16, 9] },
    history: videos,
  },
  {
    generationType: 'vace',
    model: 'vace',
    variant: 'inpainting with an uploaded mask',
    path: '/creator/video/vace',
    steps: [
      { field: 'field_prompt', write: clouds },
      { field: 'field_task', choose: 'option_task_inpainting' },
      { field: 'field_video', give: ['clip-silent.mp4'] },
      { field: 'field_mask_image', give: ['photo.png'] },
    ],
    words: clouds,
    price: 400,
    left: 600,
    result: { video: [16, 9] },
    history: videos,
  },
  {
    generationType: 'wan-v2-2-5b',
    model: 'wan-v2-2-5b',
    variant: 'from words',
    path: '/creator/video/wan-v2-2-5b',
    steps: [
      { field: 'field_prompt', write: clouds },
      { field: 'field_aspect_ratio', choose: /9:16/ },
    ],
    words: clouds,
    price: 330,
    left: 670,
    result: { video: [9, 16] },
    history: videos,
  },
  {
    generationType: 'wan-v2-2-5b',
    model: 'wan-v2-2-5b',
    variant: 'from an image, without interpolation',
    path: '/creator/video/wan-v2-2-5b',
    steps: [
      { field: 'field_prompt', write: clouds },
      { field: 'field_image', give: ['photo.jpg'] },
      { field: 'field_interpolator_model', choose: 'option_interpolator_none' },
    ],
    words: clouds,
    price: 300,
    left: 700,
    result: { video: [16, 9] },
    history: videos,
  },
  {
    generationType: 'wan-v2-2-a14b',
    model: 'wan-v2-2-a14b',
    variant: 'from words',
    path: '/creator/video/wan-v2-2-a14b',
    steps: [{ field: 'field_prompt', write: clouds }],
    words: clouds,
    price: 528,
    left: 472,
    result: { video: [16, 9] },
    history: videos,
  },
  {
    generationType: 'wan-v2-2-a14b',
    model: 'wan-v2-2-a14b',
    variant: 'from an image, with more frames and steps',
    path: '/creator/video/wan-v2-2-a14b',
    steps: [
      { field: 'field_prompt', write: clouds },
      { field: 'field_image', give: ['photo.jpg'] },
      { field: 'field_num_frames', set: 121 },
      { field: 'field_num_inference_steps', set: 31 },
    ],
    words: clouds,
    price: 726,
    left: 274,
    result: { video: [16, 9] },
    history: videos,
  },
  {
    generationType: 'video-to-audio',
    model: 'thinksound',
    variant: 'for a video',
    path: '/creator/video-to-audio',
    steps: [
      { field: 'field_video', give: ['clip-silent.mp4'] },
      { field: 'field_prompt', write: 'Wind in dry grass' },
    ],
    words: 'Wind in dry grass',
    price: 50,
    left: 950,
    result: 'audio',
    history: '/creator/history/audio',
  },
  {
    generationType: 'video-to-audio',
    model: 'thinksound',
    variant: 'for a moving picture',
    path: '/creator/video-to-audio',
    steps: [
      { field: 'field_video', give: ['moving.gif'] },
      { field: 'field_prompt', write: 'Small bells' },
    ],
    words: 'Small bells',
    price: 50,
    left: 950,
    result: 'audio',
    history: '/creator/history/audio',
  },
  {
    generationType: 'text-to-speech',
    model: 'eleven-v3',
    path: '/creator/text-to-speech',
    steps: [
      { field: 'Text', write: 'The kettle sings at six' },
      { field: 'Voice', select: 'George' },
    ],
    words: 'The kettle sings at six',
    price: 20,
    left: 980,
    result: { recording: 'create_submit_speech' },
    history: '/creator/history/speech',
  },
  {
    generationType: 'text-to-music',
    model: 'eleven-music',
    path: '/creator/text-to-music',
    steps: [
      { field: 'field_prompt', write: 'A slow waltz for two guitars' },
      { field: 'Length', choose: /30 s/ },
    ],
    words: 'A slow waltz for two guitars',
    price: 40,
    left: 960,
    result: { recording: 'create_submit_music' },
    history: '/creator/history/music',
  },
  {
    generationType: 'image-understanding',
    model: 'moondream3-preview',
    path: '/creator/image-understanding',
    steps: [
      { field: 'field_image', give: ['photo.jpg'] },
      { field: 'field_question', write: 'What is in this picture?' },
    ],
    words: 'What is in this picture?',
    price: 100,
    left: 900,
    result: 'answer',
    history: '/creator/history/image-understanding',
  },
  {
    generationType: 'audio-to-audio',
    model: 'stable-audio-25-audio-to-audio',
    path: '/creator/audio-to-audio',
    steps: [
      { field: 'field_audio', give: ['sound.wav'] },
      { field: 'field_prompt', write: 'The same on a cello' },
    ],
    words: 'The same on a cello',
    price: 200,
    left: 800,
    result: { recording: 'create_submit_remix' },
    history: '/creator/history/audio',
  },
  {
    generationType: 'speech-to-text',
    model: 'whisper',
    path: '/creator/speech-to-text',
    steps: [{ field: 'field_audio', give: ['sound.mp3'] }],
    words: 'The demo engine has no speech model',
    price: 30,
    left: 970,
    result: 'transcript',
    history: '/creator/history/transcription',
  },
  {
    generationType: 'text-to-text',
    model: 'gemini-2.5-flash',
    path: '/creator/text',
    steps: [{ field: 'field_prompt', write: 'A caption for a mountain lake' }],
    words: 'A caption for a mountain lake',
    price: 2,
    left: 998,
    result: 'text',
    history: '/creator/history/text',
  },
  {
    generationType: 'image-to-3d',
    model: 'trellis',
    path: '/creator/image-to-3d',
    steps: [{ field: 'field_image', give: ['photo.jpg'] }],
    words: '',
    price: 20,
    left: 980,
    result: 'mesh',
    history: '/creator/history/3d',
  },
]
