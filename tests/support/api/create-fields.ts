/** A number of a model, by hand: type, field, least, most, and what a request without it means. */
export type NumberRow = readonly [
  type: string,
  model: string,
  field: string,
  min: number,
  max: number,
  absent: number,
]

const wan21 = (type: string): NumberRow[] => [
  [type, type, 'num_frames', 81, 100, 81],
  [type, type, 'frames_per_second', 5, 24, 16],
  [type, type, 'num_inference_steps', 10, 40, 30],
]
const guided = (type: string): NumberRow[] => [
  [type, type, 'guidance_scale', 1, 10, 3.5],
  [type, type, 'shift', 1, 10, 5],
]
const wan22 = (type: string, steps: number, usual: number): NumberRow[] => [
  [type, type, 'num_frames', 81, 121, 81],
  [type, type, 'frames_per_second', 4, 60, 24],
  [type, type, 'num_inference_steps', 10, steps, usual],
  [type, type, 'num_interpolated_frames', 0, 4, 1],
  ...guided(type),
]

const remix = 'audio-to-audio'
const stableAudio = 'stable-audio-25-audio-to-audio'

/** From docs/spec/creation.md#form-rules and #models. */
export const numbers: readonly NumberRow[] = [
  ['text-to-image', 'flux-dev', 'num_inference_steps', 10, 50, 28],
  ['text-to-image', 'flux-dev', 'guidance_scale', 1, 10, 3.5],
  ['text-to-image', 'flux-schnell', 'num_inference_steps', 1, 12, 4],
  ['text-to-image', 'janus-pro', 'temperature', 0.1, 2, 1],
  ['text-to-image', 'janus-pro', 'cfg_weight', 1, 10, 5],
  ['text-to-image', 'sd35', 'num_inference_steps', 1, 50, 30],
  ['image-to-image', 'flux-dev', 'strength', 0.1, 1, 0.95],
  ['image-to-image', 'flux-dev', 'num_inference_steps', 10, 50, 28],
  ['image-to-image', 'flux-dev', 'guidance_scale', 1, 10, 3.5],
  ['image-editing', 'flux-pro-kontext', 'guidance_scale', 1, 20, 3.5],
  ['image-editing', 'flux-pro-kontext', 'safety_tolerance', 1, 6, 2],
  ['image-editing', 'nano-banana-edit', 'safety_tolerance', 1, 6, 2],
  ['image-editing', 'qwen-image-edit', 'guidance_scale', 1, 20, 3.5],
  ['image-editing', 'qwen-image-edit', 'num_inference_steps', 2, 50, 30],
  ...wan21('text-to-video'),
  ...wan21('image-to-video'),
  ...guided('image-to-video'),
  ['first-to-last-frame', 'first-to-last-frame', 'num_inference_steps', 10, 40, 30],
  ...guided('first-to-last-frame'),
  ['vace', 'vace', 'guidance_scale', 1, 10, 3.5],
  ...wan22('wan-v2-2-5b', 50, 40),
  ...wan22('wan-v2-2-a14b', 40, 30),
  ['wan-v2-2-a14b', 'wan-v2-2-a14b', 'guidance_scale_2', 1, 10, 3.5],
  ['video-to-audio', 'thinksound', 'num_inference_steps', 2, 50, 24],
  ['video-to-audio', 'thinksound', 'cfg_scale', 1, 20, 5],
  ['text-to-speech', 'eleven-v3', 'stability', 0, 1, 0.5],
  [remix, stableAudio, 'strength', 0.01, 1, 0.8],
  [remix, stableAudio, 'num_inference_steps', 4, 8, 8],
  [remix, stableAudio, 'guidance_scale', 1, 25, 1],
  ['image-to-3d', 'trellis', 'mesh_simplify', 0.9, 0.98, 0.95],
  ['image-to-3d', 'trellis', 'ss_sampling_steps', 1, 50, 12],
  ['image-to-3d', 'trellis', 'ss_guidance_strength', 0, 10, 7.5],
  ['image-to-3d', 'trellis', 'slat_sampling_steps', 1, 50, 12],
  ['image-to-3d', 'trellis', 'slat_guidance_strength', 0, 10, 3],
  ['image-understanding', 'moondream3-preview', 'temperature', 0, 1, 0.1],
  ['image-understanding', 'moondream3-preview', 'top_p', 0, 1, 0.95],
]

/** A list of options, by hand; the first one is what a request without it means. */
export type OptionRow = readonly [
  type: string,
  model: string,
  field: string,
  options: readonly (string | number)[],
]

/**
 * Options that only mean something beside a file, by model and field, and the field that holds it.
 */
export const optionNeeds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'wan-v2-2-5b aspect_ratio': { auto: 'image_url' },
  'wan-v2-2-a14b aspect_ratio': { auto: 'image_url' },
}

const sizes = [
  'square_hd',
  'square',
  'portrait_4_3',
  'portrait_16_9',
  'landscape_4_3',
  'landscape_16_9',
]
const counts = [1, 2, 3, 4]
const ratios = ['16:9', 'auto', '9:16', '1:1']
const interpolators = ['film', 'none', 'rife']
const speeds = ['pro', 'high_quality']

export const options: readonly OptionRow[] = [
  ...['flux-dev', 'flux-schnell', 'janus-pro', 'sd35'].flatMap((model): OptionRow[] => [
    ['text-to-image', model, 'image_size', sizes],
    ['text-to-image', model, 'num_images', counts],
  ]),
  ['image-to-image', 'flux-dev', 'num_images', counts],
  ['image-editing', 'flux-pro-kontext', 'num_images', counts],
  [
    'image-editing',
    'flux-pro-kontext',
    'aspect_ratio',
    ['1:1', 'auto', '21:9', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '9:21'],
  ],
  ['image-editing', 'flux-pro-kontext', 'output_format', ['jpeg', 'png']],
  ['image-editing', 'nano-banana-edit', 'num_images', counts],
  [
    'image-editing',
    'nano-banana-edit',
    'aspect_ratio',
    ['1:1', 'auto', '21:9', '16:9', '3:2', '4:3', '5:4', '4:5', '3:4', '2:3', '9:16'],
  ],
  ['image-editing', 'nano-banana-edit', 'output_format', ['jpeg', 'png', 'webp']],
  ['image-editing', 'qwen-image-edit', 'num_images', counts],
  [
    'image-editing',
    'qwen-image-edit',
    'aspect_ratio',
    ['1:1', 'auto', '16:9', '4:3', '3:4', '9:16'],
  ],
  ['image-editing', 'qwen-image-edit', 'output_format', ['jpeg', 'png']],
  ['image-editing', 'esrgan', 'scale', ['2', '4']],
  ['image-editing', 'esrgan', 'output_format', ['png', 'jpeg']],
  ['image-editing', 'birefnet-v2', 'operating_resolution', ['1024x1024', '2048x2048']],
  ['image-editing', 'birefnet-v2', 'output_format', ['png', 'webp']],
  ['text-to-video', 'text-to-video', 'aspect_ratio', ['16:9', '9:16']],
  ['text-to-video', 'text-to-video', 'resolution', ['480p', '580p', '720p']],
  ['text-to-video', 'text-to-video', 'acceleration', ['regular', 'turbo']],
  ['image-to-video', 'image-to-video', 'aspect_ratio', ratios],
  ['image-to-video', 'image-to-video', 'resolution', ['480p', '720p']],
  ['image-to-video', 'image-to-video', 'speed', speeds],
  ['first-to-last-frame', 'first-to-last-frame', 'resolution', ['480p', '720p']],
  ['first-to-last-frame', 'first-to-last-frame', 'speed', speeds],
  ['vace', 'vace', 'task', ['depth', 'default', 'inpainting']],
  ['vace', 'vace', 'aspect_ratio', ratios],
  ['vace', 'vace', 'resolution', ['480p', '580p', '720p']],
  ['vace', 'vace', 'speed', speeds],
  ['wan-v2-2-5b', 'wan-v2-2-5b', 'aspect_ratio', ratios],
  ['wan-v2-2-5b', 'wan-v2-2-5b', 'resolution', ['580p', '720p']],
  ['wan-v2-2-5b', 'wan-v2-2-5b', 'interpolator_model', interpolators],
  ['wan-v2-2-a14b', 'wan-v2-2-a14b', 'aspect_ratio', ratios],
  ['wan-v2-2-a14b', 'wan-v2-2-a14b', 'resolution', ['480p', '580p', '720p']],
  ['wan-v2-2-a14b', 'wan-v2-2-a14b', 'acceleration', ['regular', 'turbo']],
  ['wan-v2-2-a14b', 'wan-v2-2-a14b', 'speed', speeds],
  ['wan-v2-2-a14b', 'wan-v2-2-a14b', 'interpolator_model', interpolators],
  [
    'text-to-speech',
    'eleven-v3',
    'voice',
    [
      ...['Rachel', 'Aria', 'Sarah', 'Charlotte', 'Alice', 'Matilda'],
      ...['Roger', 'Charlie', 'George', 'Callum', 'Liam', 'Daniel'],
    ],
  ],
  ['text-to-speech', 'eleven-v3', 'language_code', ['auto', 'en', 'zh', 'es', 'fr', 'de', 'ja']],
  ['text-to-speech', 'eleven-v3', 'apply_text_normalization', ['auto', 'on', 'off']],
  [
    'speech-to-text',
    'whisper',
    'language',
    [
      ...['auto', 'en', 'zh', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'pl', 'cs', 'sv', 'da', 'fi'],
      ...['no', 'el', 'hu', 'ro', 'uk', 'ru', 'tr', 'ar', 'he', 'hi', 'id', 'vi', 'th', 'ja'],
      ...['ko'],
    ],
  ],
  ['speech-to-text', 'whisper', 'task', ['transcribe', 'translate']],
  [
    'text-to-text',
    'gemini-2.5-flash',
    'task',
    ['write', 'improve', 'translate-en', 'translate-zh', 'describe', 'shots'],
  ],
  ['text-to-music', 'eleven-music', 'music_length', ['60', '30', '120', '180', '300']],
]

/**
 * What a model cannot do without, by hand: type, the rest of the request, and the fields its
 * absence names.
 */
export type RequirementRow = readonly [
  type: string,
  model: string,
  own: Record<string, unknown>,
  missing: string[],
]

export const requirements: readonly RequirementRow[] = [
  ['text-to-image', 'flux-dev', {}, ['prompt']],
  ['text-to-image', 'flux-schnell', { prompt: '  ' }, ['prompt']],
  ['text-to-image', 'janus-pro', {}, ['prompt']],
  ['text-to-image', 'sd35', {}, ['prompt']],
  ['image-to-image', 'flux-dev', {}, ['prompt', 'image_url']],
  ['image-editing', 'flux-pro-kontext', {}, ['prompt', 'image_url']],
  ['image-editing', 'nano-banana-edit', { prompt: 'x' }, ['prompt', 'image_url']],
  ['image-editing', 'qwen-image-edit', { image_url: '' }, ['prompt', 'image_url']],
  ['image-editing', 'esrgan', {}, ['image_url']],
  ['image-editing', 'birefnet-v2', {}, ['image_url']],
  ['text-to-video', 'text-to-video', {}, ['prompt']],
  ['text-to-video-pro', 'text-to-video-pro', {}, ['prompt']],
  ['image-to-video', 'image-to-video', {}, ['prompt', 'image_url']],
  ['image-to-video-pro', 'image-to-video-pro', {}, ['prompt', 'image_url']],
  [
    'first-to-last-frame',
    'first-to-last-frame',
    {},
    ['prompt', 'start_image_url', 'end_image_url'],
  ],
  ['vace', 'vace', { prompt: 'x' }, ['video_url']],
  ['vace', 'vace', { prompt: 'x', task: 'default' }, ['video_url']],
  ['vace', 'vace', { prompt: 'x', task: 'inpainting' }, ['video_url', 'mask_image_url']],
  ['wan-v2-2-5b', 'wan-v2-2-5b', {}, ['prompt']],
  ['wan-v2-2-a14b', 'wan-v2-2-a14b', {}, ['prompt']],
  ['video-to-audio', 'thinksound', {}, ['video_url']],
  ['text-to-speech', 'eleven-v3', { text: ' ' }, ['text']],
  ['text-to-music', 'eleven-music', {}, ['prompt']],
  ['image-understanding', 'moondream3-preview', {}, ['image', 'question']],
  ['audio-to-audio', 'stable-audio-25-audio-to-audio', {}, ['audio_url', 'prompt']],
  ['speech-to-text', 'whisper', {}, ['audio_url']],
  ['text-to-text', 'gemini-2.5-flash', { task: 'describe' }, ['prompt']],
  ['image-to-3d', 'trellis', {}, ['image_url']],
]

/**
 * Values that no request can change (docs/spec/creation.md#form-rules), and what is sent instead of
 * them.
 */
export type FixedRow = readonly [type: string, field: string, fixed: unknown, sent: unknown]

export const fixedValues: readonly FixedRow[] = [
  ['text-to-video-pro', 'resolution', '1080p', '480p'],
  ['text-to-video-pro', 'duration', 6, 5],
  ['text-to-video-pro', 'enable_safety_checker', true, false],
  ['image-to-video-pro', 'resolution', '1080p', 'nonsense'],
  ['image-to-video-pro', 'duration', 6, 60],
  ['image-to-video-pro', 'enable_safety_checker', true, false],
  ['first-to-last-frame', 'num_frames', 81, 100],
  ['first-to-last-frame', 'frames_per_second', 16, 24],
  ['first-to-last-frame', 'aspect_ratio', 'auto', '4:3'],
  ['vace', 'num_frames', 81, 121],
  ['vace', 'frames_per_second', 16, 5],
  ['vace', 'shift', 5, 9],
  ['vace', 'num_inference_steps', 30, 50],
]
