import type { FieldProblem } from '#catalogue/parse-input.ts'
import type { Language } from './languages.ts'

type Texts<Code extends string> = Record<Code, Record<Language, string>>

/**
 * What is wrong with one field, naming the field and its limit in the model's own numbers. `label`
 * is what the reader sees the field called; without it, what the forms call it; a name that no form
 * has stays as it is.
 */
export function fieldMessage(
  { field, problem, min, max, options }: FieldProblem,
  language: Language,
  label: string = fieldLabels[field]?.[language] ?? field,
): string {
  const text = (ownProblemTexts[`${field} ${problem}`] ?? problemTexts[problem])[language]
  const name = fieldNames[field]?.[language] ?? label
  return fill(text, { field: name, min, max, options: options?.join(', ') }).replaceAll(
    betweenChinese,
    '',
  )
}

/** A text with its placeholders filled in; what is not given is left out. */
export function fill(text: string, details: Record<string, string | number | undefined>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? ''))
}

/**
 * A gap in a Chinese sentence belongs beside a machine's name or a number, and between no two
 * Chinese characters.
 */
const betweenChinese = /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu

const problemTexts: Texts<FieldProblem['problem']> = {
  required: { en: '{field} is required', zh: '{field} 为必填项' },
  too_short: { en: '{field} must be at least {min} characters', zh: '{field} 至少 {min} 个字符' },
  too_long: { en: '{field} must be at most {max} characters', zh: '{field} 最多 {max} 个字符' },
  too_many: { en: '{field} may hold at most {max} files', zh: '{field} 最多 {max} 个文件' },
  out_of_range: {
    en: '{field} must be between {min} and {max}',
    zh: '{field} 必须在 {min} 到 {max} 之间',
  },
  not_an_option: {
    en: '{field} must be one of: {options}',
    zh: '{field} 必须是以下之一：{options}',
  },
  wrong_type: { en: '{field} has the wrong type', zh: '{field} 的类型不正确' },
  wrong_form: { en: '{field} must be written like {options}', zh: '{field} 的格式应如 {options}' },
  unknown_name: { en: '{field} is not one of: {options}', zh: '{field} 不是以下之一：{options}' },
  too_many_entries: { en: '{field} may hold at most {max} entries', zh: '{field} 最多 {max} 项' },
  not_an_address: {
    en: '{field} must be an http or https address',
    zh: '{field} 必须是 http 或 https 网址',
  },
  not_reachable: { en: '{field} could not be fetched', zh: '无法获取 {field}' },
  wrong_file: { en: '{field} is not a file this model takes', zh: '{field} 不是该模型支持的文件' },
  empty_file: { en: '{field} is an empty file', zh: '{field} 是空文件' },
  no_video_track: { en: '{field} has sound but no video', zh: '{field} 只有声音，没有视频画面' },
  not_used: {
    en: '{field} is not used by this model with these settings. Leave it out, or choose a model that takes it',
    zh: '该模型在当前设置下不使用 {field}，请去掉它，或选择支持它的模型',
  },
  file_too_large: { en: '{field} is larger than {max} bytes', zh: '{field} 超过 {max} 字节' },
  too_many_pixels: { en: '{field} has more than {max} pixels', zh: '{field} 超过 {max} 像素' },
  video_too_long: { en: '{field} is longer than {max} seconds', zh: '{field} 超过 {max} 秒' },
}

/**
 * The names that some fields have in these messages, wherever they are read (docs/spec/texts.md).
 */
const fieldNames: Record<string, Record<Language, string>> = {
  prompt: { en: 'Prompt', zh: '提示词' },
  num_frames: { en: 'Number of frames', zh: '帧数' },
  frames_per_second: { en: 'Frame rate', zh: '帧率' },
  num_inference_steps: { en: 'Inference steps', zh: '推理步数' },
  guidance_scale: { en: 'Guidance scale', zh: '引导系数' },
  guidance_scale_2: { en: 'Guidance scale 2', zh: '引导系数 2' },
  shift: { en: 'Shift parameter', zh: '偏移参数' },
  num_interpolated_frames: { en: 'Number of interpolated frames', zh: '插值帧数' },
  resolution: { en: 'Resolution', zh: '分辨率' },
  aspect_ratio: { en: 'Aspect ratio', zh: '宽高比' },
}

/** What the forms call the other fields; a form's own label of another kind of work wins. */
const fieldLabels: Record<string, Record<Language, string>> = {
  question: { en: 'Question', zh: '问题' },
  negative_prompt: { en: 'Negative prompt', zh: '反向提示词' },
  url: { en: 'The file', zh: '文件' },
  image_url: { en: 'Image', zh: '图片' },
  image: { en: 'Image', zh: '图片' },
  start_image_url: { en: 'Start image', zh: '首帧图片' },
  end_image_url: { en: 'End image', zh: '尾帧图片' },
  video_url: { en: 'Video', zh: '视频' },
  mask_image_url: { en: 'Mask', zh: '遮罩' },
  mask_video_url: { en: 'Mask video', zh: '遮罩视频' },
  ref_image_urls: { en: 'Reference images', zh: '参考图片' },
  task: { en: 'Task', zh: '任务' },
  strength: { en: 'Strength', zh: '改动幅度' },
  image_size: { en: 'Shape', zh: '尺寸' },
  duration: { en: 'Duration', zh: '时长' },
  speed: { en: 'Speed', zh: '速度' },
  acceleration: { en: 'Acceleration', zh: '加速' },
  num_images: { en: 'Images', zh: '张数' },
  cfg_scale: { en: 'CFG scale', zh: 'CFG 强度' },
  interpolator_model: { en: 'Interpolation', zh: '插帧' },
  adjust_fps_for_interpolation: { en: 'Keep the length', zh: '保持时长' },
  temperature: { en: 'Temperature', zh: '温度' },
  top_p: { en: 'Top p', zh: 'Top p' },
  cfg_weight: { en: 'CFG weight', zh: 'CFG 权重' },
  enhance_prompt: { en: 'Enhance the prompt', zh: '优化提示词' },
  enable_prompt_expansion: { en: 'Prompt expansion', zh: '扩写提示词' },
  safety_tolerance: { en: 'Safety tolerance', zh: '安全宽容度' },
  output_format: { en: 'File format', zh: '文件格式' },
  seed: { en: 'Seed', zh: '种子' },
  enable_safety_checker: { en: 'Safety checker', zh: '安全检查' },
  parent_id: { en: 'The original', zh: '原作品' },
  request_id: { en: 'Request id', zh: '请求编号' },
  is_public: { en: 'Public', zh: '公开' },
  isPublic: { en: 'Public', zh: '公开' },
  image_to_video: { en: 'Image to video', zh: '图生视频' },
}

/** Where a whole message is fixed (docs/spec/texts.md), by field and problem. */
const ownProblemTexts: Record<string, Record<Language, string>> = {
  'prompt too_long': {
    en: '{field} must be less than {max} characters',
    zh: '{field}必须少于 {max} 个字符',
  },
  'seed out_of_range': {
    en: '{field} must be a whole number from 0 to 18446744073709551615, without a decimal point',
    zh: '{field}必须是 0 到 18446744073709551615 之间的整数，不含小数点',
  },
  'frames_per_second out_of_range': {
    en: '{field} must be between {min} and {max} FPS',
    zh: '{field}必须在 {min} 到 {max} FPS 之间',
  },
}
