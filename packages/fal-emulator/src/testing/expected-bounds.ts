/**
 * The required fields of an endpoint, the ends of every range, and the accepted texts. Written from
 * docs/providers/fal.md#endpoints.
 */
export type ExpectedBounds = {
  id: string
  needs: Record<string, unknown>
  integers?: Record<string, readonly [least: number, most: number]>
  numbers?: Record<string, readonly [least: number, most: number]>
  options?: Record<string, string>
}

const address = 'http://127.0.0.1:9/file'
const prompt = 'a red fox'
const text = { prompt }
const image = { prompt, image_url: address }
const onlyImage = { image_url: address }
const onlyVideo = { video_url: address }
const workingSizes = '1024x1024 2048x2048 2304x2304'

const images = [1, 4] as const
const flux = { num_images: images, num_inference_steps: [1, 50] } as const
const formats = { output_format: 'jpeg png' }
const fluxOptions = { ...formats, acceleration: 'none regular high' }
const ten = [1, 10] as const
const twenty = [1, 20] as const

const wan21 = {
  num_frames: [81, 100],
  frames_per_second: [5, 24],
  num_inference_steps: [2, 40],
} as const
const fromImages = {
  integers: wan21,
  numbers: { guide_scale: ten, shift: ten },
  options: {
    resolution: '480p 720p',
    aspect_ratio: 'auto 16:9 9:16 1:1',
    acceleration: 'none regular',
  },
}
const written = {
  video_quality: 'low medium high maximum',
  video_write_mode: 'fast balanced small',
}
const wan22 = {
  num_frames: [17, 161],
  frames_per_second: [4, 60],
  num_interpolated_frames: [0, 4],
} as const
const small = {
  integers: { ...wan22, num_inference_steps: [2, 50] },
  numbers: { guidance_scale: ten, shift: ten },
  options: { ...written, resolution: '580p 720p', interpolator_model: 'none film rife' },
} as const
const turbo = { ...written, resolution: '480p 580p 720p', acceleration: 'none regular' }
const large = {
  integers: { ...wan22, num_inference_steps: [2, 40] },
  numbers: { guidance_scale: ten, guidance_scale_2: ten, shift: ten },
  options: { ...turbo, interpolator_model: 'none film rife' },
} as const
const textRatios = { aspect_ratio: '16:9 9:16 1:1' }
const imageRatios = { aspect_ratio: 'auto 16:9 9:16 1:1' }

const vace = {
  integers: {
    num_frames: [17, 241],
    frames_per_second: [5, 30],
    num_inference_steps: [2, 50],
    num_interpolated_frames: [0, 5],
    auto_downsample_min_fps: [1, 60],
    temporal_downsample_factor: [0, 5],
  },
  numbers: { guidance_scale: ten, shift: [1, 15] },
  options: {
    ...written,
    resolution: 'auto 240p 360p 480p 580p 720p',
    aspect_ratio: 'auto 16:9 1:1 9:16',
    interpolator_model: 'rife film',
    acceleration: 'none low regular',
    sampler: 'unipc dpm++ euler',
    transparency_mode: 'content_aware white black',
  },
} as const

export const expectedBounds: readonly ExpectedBounds[] = [
  {
    id: 'fal-ai/flux/dev',
    needs: text,
    integers: flux,
    numbers: { guidance_scale: twenty },
    options: fluxOptions,
  },
  {
    id: 'fal-ai/flux/schnell',
    needs: text,
    integers: { num_images: images, num_inference_steps: [1, 12] },
    numbers: { guidance_scale: twenty },
    options: fluxOptions,
  },
  {
    id: 'fal-ai/janus',
    needs: text,
    integers: { num_images: [1, 16] },
    numbers: { cfg_weight: twenty, temperature: [0.1, 2] },
  },
  {
    id: 'fal-ai/stable-diffusion-v35-large',
    needs: text,
    integers: flux,
    numbers: { guidance_scale: [0, 20] },
    options: formats,
  },
  {
    id: 'fal-ai/flux/dev/image-to-image',
    needs: image,
    integers: { num_images: images, num_inference_steps: [10, 50] },
    numbers: { guidance_scale: twenty, strength: [0.01, 1] },
    options: fluxOptions,
  },
  {
    id: 'fal-ai/flux-pro/kontext',
    needs: image,
    integers: { num_images: images },
    numbers: { guidance_scale: twenty },
    options: {
      ...formats,
      safety_tolerance: '1 2 3 4 5 6',
      aspect_ratio: '21:9 16:9 4:3 3:2 1:1 2:3 3:4 9:16 9:21',
    },
  },
  {
    id: 'fal-ai/flux-pro/v1/fill',
    needs: { ...image, mask_url: address },
    integers: { num_images: images },
    options: { ...formats, safety_tolerance: '1 2 3 4 5 6' },
  },
  ...['fal-ai/flux-control-lora-canny', 'fal-ai/flux-control-lora-depth'].map((id) => ({
    id,
    needs: { prompt, control_lora_image_url: address },
    integers: { num_images: images, num_inference_steps: [1, 50] as const },
    numbers: { control_lora_strength: [0, 2] as const, guidance_scale: [0, 20] as const },
    options: formats,
  })),
  {
    id: 'fal-ai/nano-banana/edit',
    needs: { prompt, image_urls: [address] },
    integers: { num_images: images },
    options: {
      output_format: 'jpeg png webp',
      safety_tolerance: '1 2 3 4 5 6',
      aspect_ratio: 'auto 21:9 16:9 3:2 4:3 5:4 1:1 4:5 3:4 2:3 9:16',
    },
  },
  {
    id: 'fal-ai/qwen-image-edit',
    needs: image,
    integers: { num_images: images, num_inference_steps: [2, 50] },
    numbers: { guidance_scale: [0, 20] },
    options: fluxOptions,
  },
  {
    id: 'fal-ai/esrgan',
    needs: onlyImage,
    numbers: { scale: [1, 8] },
    options: {
      output_format: 'png jpeg',
      model:
        'RealESRGAN_x4plus RealESRGAN_x2plus RealESRGAN_x4plus_anime_6B RealESRGAN_x4_v3 RealESRGAN_x4_wdn_v3 RealESRGAN_x4_anime_v3',
    },
  },
  { id: 'fal-ai/clarity-upscaler', needs: onlyImage, numbers: { upscale_factor: [1, 4] } },
  {
    id: 'fal-ai/birefnet/v2',
    needs: onlyImage,
    options: { operating_resolution: workingSizes, output_format: 'webp png gif' },
  },
  { id: 'fal-ai/bria/background/remove', needs: onlyImage },
  { id: 'fal-ai/image-preprocessors/depth-anything/v2', needs: onlyImage },
  {
    id: 'fal-ai/dwpose',
    needs: onlyImage,
    options: {
      draw_mode: 'full-pose body-pose face-pose hand-pose face-hand-mask face-mask hand-mask',
    },
  },
  { id: 'fal-ai/evf-sam', needs: image, integers: { blur_mask: [0, 50] } },
  {
    id: 'fal-ai/birefnet/v2/video',
    needs: onlyVideo,
    options: { ...written, operating_resolution: workingSizes },
  },
  {
    id: 'bria/video/background-removal/v3',
    needs: onlyVideo,
    options: {
      output_container_and_codec:
        'mp4_h265 mp4_h264 webm_vp9 mov_h265 mov_proresks mkv_h265 mkv_h264 mkv_vp9 avi_h264 gif',
    },
  },
  {
    id: 'fal-ai/wan-t2v',
    needs: text,
    integers: wan21,
    options: { resolution: '480p 580p 720p', aspect_ratio: '16:9 9:16' },
  },
  { id: 'fal-ai/wan-i2v', needs: image, ...fromImages },
  {
    id: 'fal-ai/wan-flf2v',
    needs: { prompt, start_image_url: address, end_image_url: address },
    ...fromImages,
  },
  { id: 'fal-ai/wan-pro/text-to-video', needs: text },
  { id: 'fal-ai/wan-pro/image-to-video', needs: image },
  {
    id: 'fal-ai/wan-vace-14b',
    needs: text,
    ...vace,
    options: { ...vace.options, task: 'depth pose inpainting outpainting reframe' },
  },
  { id: 'fal-ai/wan-vace-14b/depth', needs: { prompt, video_url: address }, ...vace },
  { id: 'fal-ai/wan-vace-14b/inpainting', needs: { prompt, video_url: address }, ...vace },
  {
    id: 'fal-ai/wan/v2.2-5b/text-to-video',
    needs: text,
    ...small,
    options: { ...small.options, ...textRatios },
  },
  {
    id: 'fal-ai/wan/v2.2-5b/image-to-video',
    needs: image,
    ...small,
    options: { ...small.options, ...imageRatios },
  },
  {
    id: 'fal-ai/wan/v2.2-a14b/text-to-video',
    needs: text,
    ...large,
    options: { ...large.options, ...textRatios },
  },
  {
    id: 'fal-ai/wan/v2.2-a14b/image-to-video',
    needs: image,
    ...large,
    options: { ...large.options, ...imageRatios },
  },
  {
    id: 'fal-ai/wan/v2.2-a14b/text-to-video/turbo',
    needs: text,
    options: { ...turbo, ...textRatios },
  },
  {
    id: 'fal-ai/wan/v2.2-a14b/image-to-video/turbo',
    needs: image,
    options: { ...turbo, ...imageRatios },
  },
  {
    id: 'fal-ai/thinksound/audio',
    needs: { video_url: address },
    integers: { num_inference_steps: [2, 100] },
    numbers: { cfg_scale: twenty },
  },
  {
    id: 'fal-ai/moondream3-preview/query',
    needs: image,
    numbers: { temperature: [0, 1], top_p: [0, 1] },
  },
  {
    id: 'fal-ai/elevenlabs/tts/eleven-v3',
    needs: { text: 'Hello' },
    numbers: { stability: [0, 1] },
    options: { apply_text_normalization: 'auto on off' },
  },
  {
    id: 'fal-ai/elevenlabs/music',
    needs: {},
    integers: { music_length_ms: [3_000, 600_000] },
    options: { output_format: 'mp3_44100_128 pcm_16000 opus_48000_32' },
  },
  {
    id: 'fal-ai/stable-audio-25/audio-to-audio',
    needs: { prompt, audio_url: address },
    integers: { num_inference_steps: [4, 8], total_seconds: [1, 190], guidance_scale: [1, 25] },
    numbers: { strength: [0.01, 1] },
  },
  { id: 'fal-ai/elevenlabs/voice-changer', needs: { audio_url: address } },
  { id: 'fal-ai/elevenlabs/audio-isolation', needs: { audio_url: address } },
  {
    id: 'fal-ai/whisper',
    needs: { audio_url: address },
    integers: { batch_size: [1, 64] },
    options: { task: 'transcribe translate', chunk_level: 'none segment word', version: '3' },
  },
  {
    id: 'fal-ai/wizper',
    needs: { audio_url: address },
    options: { task: 'transcribe translate', chunk_level: 'segment', version: '3' },
  },
  { id: 'fal-ai/elevenlabs/speech-to-text', needs: { audio_url: address } },
  {
    id: 'openrouter/router',
    needs: { prompt, model: 'google/gemini-2.5-flash' },
    numbers: { temperature: [0, 2] },
  },
  {
    id: 'openrouter/router/vision',
    needs: { image_urls: [address], prompt, model: 'google/gemini-2.5-flash' },
    numbers: { temperature: [0, 2] },
  },
  {
    id: 'fal-ai/sync-lipsync/v2',
    needs: { video_url: address, audio_url: address },
    options: {
      model: 'lipsync-2 lipsync-2-pro',
      sync_mode: 'cut_off loop bounce silence remap',
    },
  },
  {
    id: 'fal-ai/latentsync',
    needs: { video_url: address, audio_url: address },
    numbers: { guidance_scale: [1, 2] },
    options: { loop_mode: 'pingpong loop' },
  },
  {
    id: 'fal-ai/creatify/aurora',
    needs: { image_url: address, audio_url: address },
    numbers: { guidance_scale: [0, 5], audio_guidance_scale: [0, 5] },
    options: { resolution: '480p 720p' },
  },
  {
    id: 'fal-ai/trellis',
    needs: { image_url: address },
    integers: { ss_sampling_steps: [1, 50], slat_sampling_steps: [1, 50] },
    numbers: {
      ss_guidance_strength: [0, 10],
      slat_guidance_strength: [0, 10],
      mesh_simplify: [0.9, 0.98],
    },
  },
  {
    id: 'fal-ai/hunyuan3d/v2',
    needs: { input_image_url: address },
    integers: { num_inference_steps: [1, 50], octree_resolution: [1, 1024] },
    numbers: { guidance_scale: [0, 20] },
  },
  {
    id: 'tripo3d/p1/text-to-3d',
    needs: { prompt },
    integers: { face_limit: [48, 20_000] },
  },
]
