import { m } from '#web/messages/compiled/messages.js'

/** What will be at each address that has no page of its own yet. */
export const soonTexts: Record<string, () => string> = {
  '/creator/ai-image-editor': m.soon_image_editor,
  '/creator/ai-image-editor/flux-pro-kontext': m.soon_flux_pro_kontext,
  '/creator/ai-image-editor/nano-banana-edit': m.soon_nano_banana_edit,
  '/creator/ai-image-editor/qwen-image-edit': m.soon_qwen_image_edit,
  '/creator/video': m.soon_video,
  '/creator/video/first-to-last-frame': m.soon_first_to_last_frame,
  '/creator/video/vace': m.soon_vace,
  '/creator/video/text-to-video': m.soon_text_to_video,
  '/creator/video/text-to-video-pro': m.soon_text_to_video_pro,
  '/creator/video/wan-v2-2-5b': m.soon_wan_5b,
  '/creator/video/wan-v2-2-a14b': m.soon_wan_a14b,
  '/creator/image-to-video/image-to-video': m.soon_image_to_video,
  '/creator/image-to-video/image-to-video-pro': m.soon_image_to_video_pro,
  '/creator/image/image-to-image': m.soon_image_to_image,
  '/creator/image-understanding': m.soon_image_understanding,
  '/creator/image-understanding/history': m.soon_history_image_understanding,
  '/creator/video-to-audio': m.soon_video_to_audio,
  '/pricing': m.soon_pricing,
  '/account/credits': m.soon_credits,
  '/account/keys': m.soon_keys,
}
