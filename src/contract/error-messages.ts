import type { Kind } from '#catalogue/kinds.ts'
import type { FailureCode } from '#domain/failure.ts'
import type { ErrorBody, ErrorCode } from './errors.ts'
import { fill } from './field-messages.ts'
import type { Language } from './languages.ts'

type Texts<Code extends string> = Record<Code, Record<Language, string>>

/** What the API says to people for each error code. `{required}` and `{current}` are filled in. */
const errorTexts: Texts<Exclude<ErrorCode, 'invalid_input' | 'invalid_generation_type'>> = {
  invalid_body: { en: 'The request body is not valid JSON.', zh: '请求内容不是有效的 JSON。' },
  invalid_query: {
    en: 'A query parameter is not valid: {detail}.',
    zh: '查询参数无效：{detail}。',
  },
  unknown_model: {
    en: 'Generation function not available: there is no model “{detail}”.',
    zh: '生成功能不可用：没有名为“{detail}”的模型。',
  },
  insufficient_credits: {
    en: 'Insufficient credits. This costs {required} credits and you have {current}.',
    zh: '积分不足。本次需要 {required} 积分，您当前有 {current} 积分。',
  },
  sign_in_failed: { en: 'Signing in did not work. Try again.', zh: '登录未成功，请重试。' },
  unauthorized: { en: 'Unauthorized', zh: '未登录或登录已失效' },
  invalid_signature: { en: 'The signature is missing or not valid.', zh: '签名缺失或无效。' },
  never_paid: { en: 'Upgrade your account to generate.', zh: '需要升级账户才能生成。' },
  account_suspended: {
    en: 'This account is suspended. You can see and download what you have, but not make anything new.',
    zh: '此账户已被停用。您仍可查看和下载已有内容，但无法生成新内容。',
  },
  job_ceiling: {
    en: 'This costs {required} credits, more than the {max} you allow for one job.',
    zh: '本次需要 {required} 积分，超过您设置的单次上限 {max} 积分。',
  },
  daily_cap: {
    en: 'This costs {required} credits. You have spent {current} today, and your daily limit is {max}.',
    zh: '本次需要 {required} 积分。您今天已消费 {current} 积分，每日上限为 {max} 积分。',
  },
  key_scope: {
    en: 'This API key may only read. Use one with the scope “create”.',
    zh: '此 API 密钥仅有读取权限，请使用具有 create 权限的密钥。',
  },
  session_needed: {
    en: 'An API key cannot do this. Sign in with a browser.',
    zh: 'API 密钥无法执行此操作，请在浏览器中登录后再试。',
  },
  sign_in_again: {
    en: 'For your protection, sign in again first: this needs a sign-in within the last hour.',
    zh: '为保护您的账户，请先重新登录：此操作要求在一小时内登录过。',
  },
  account_changed: {
    en: 'This browser is now signed in to another account. Nothing was done or charged.',
    zh: '此浏览器现在登录的是另一个账户。未执行任何操作，也未扣除积分。',
  },
  request_id_reused: {
    en: 'This request_id was used for another request. Nothing was charged; send a new request_id.',
    zh: '此 request_id 已用于另一个请求。未扣除积分，请使用新的 request_id。',
  },
  foreign_origin: { en: 'This request came from another site.', zh: '该请求来自其他网站。' },
  invalid_target: {
    en: 'The header x-fal-target-url must be an address below https://queue.fal.run.',
    zh: '请求头 x-fal-target-url 必须是 https://queue.fal.run 下的地址。',
  },
  target_not_allowed: {
    en: 'Only the models of this studio, and requests made here, can be reached through this proxy.',
    zh: '此代理只能访问本站的模型以及在此提交的请求。',
  },
  uploads_not_allowed: {
    en: 'Files of this size cannot be uploaded through this proxy. Give the address of the file instead.',
    zh: '此代理不支持上传这么大的文件，请改用文件的网址。',
  },
  no_file: {
    en: 'Send one file, as multipart/form-data.',
    zh: '请以 multipart/form-data 上传一个文件。',
  },
  one_file_only: { en: 'Send one file at a time.', zh: '每次只能上传一个文件。' },
  broken_upload: { en: 'The upload broke off. Try again.', zh: '上传中断，请重试。' },
  upload_stalled: {
    en: 'Nothing more of the file arrived. Try again.',
    zh: '长时间未收到文件数据，请重试。',
  },
  broken_file: {
    en: 'This file is damaged or not what it seems to be. Save it again and retry.',
    zh: '文件已损坏或与其格式不符，请重新导出后再试。',
  },
  empty_file: {
    en: 'The file is empty (0 bytes). Choose another.',
    zh: '文件为空（0 字节），请选择其他文件。',
  },
  no_video_track: {
    en: 'This file has sound but no video. Choose a video.',
    zh: '该文件只有声音，没有视频画面，请选择视频文件。',
  },
  animated_image: {
    en: 'This image is animated. Choose a still one.',
    zh: '这是动态图片，请选择静态图片。',
  },
  too_many_pixels: {
    en: 'The image or video is too large: more than {max} pixels. Make it smaller and try again.',
    zh: '画面过大，超过 {max} 像素，请缩小后重试。',
  },
  video_too_long: { en: 'The video is longer than {max} seconds.', zh: '视频时长超过 {max} 秒。' },
  file_too_large: {
    en: 'The file is larger than {megabytes} MB ({max} bytes).',
    zh: '文件超过 {megabytes} MB（{max} 字节）。',
  },
  multipart_expected: {
    en: 'Send the file as multipart/form-data.',
    zh: '请以 multipart/form-data 上传文件。',
  },
  unsupported_file: {
    en: 'This file format is not supported. Choose one of: {formats}.',
    zh: '不支持该文件格式，请选择：{formats}。',
  },
  too_many_uploads: {
    en: 'At most {max} files can be uploaded at the same time. Wait for one to finish.',
    zh: '最多同时上传 {max} 个文件，请等待其中一个完成。',
  },
  uploads_full: {
    en: 'Your unused uploads fill the space for them ({megabytes} MB). They are cleared after a day; use some or wait.',
    zh: '未使用的上传文件已占满空间（{megabytes} MB）。它们会在一天后清除，请先使用或稍后再试。',
  },
  too_many_downloads: {
    en: 'You have {max} downloads prepared already. Each expires after 15 minutes; try again later.',
    zh: '您已准备了 {max} 个下载，每个会在 15 分钟后失效，请稍后再试。',
  },
  too_many_keys: {
    en: 'You have {max} API keys already. Revoke one first.',
    zh: '您已有 {max} 个 API 密钥，请先撤销一个。',
  },
  too_many_starts: {
    en: 'That is too much new work at once. Try again in {seconds} s.',
    zh: '短时间内提交的任务过多，请在 {seconds} 秒后重试。',
  },
  too_many_requests: {
    en: 'Too many requests. Try again in {detail} s.',
    zh: '请求过于频繁，请在 {detail} 秒后重试。',
  },
  email_differs: {
    en: 'That is not the e-mail address of this account.',
    zh: '输入的邮箱与此账户的邮箱不一致。',
  },
  too_many_checkouts: {
    en: 'You have begun {max} checkouts without paying. Use one of them, or try again in an hour.',
    zh: '您已有 {max} 笔未付款的订单，请先完成其中一笔，或一小时后再试。',
  },
  buying_not_set_up: {
    en: 'Credits cannot be bought here: the operator of this studio has set up no payments.',
    zh: '本站尚未开通购买：运营者还没有配置支付。',
  },
  export_running: {
    en: 'Your data is being exported already. Wait for that download to finish.',
    zh: '正在导出您的数据，请等待该下载完成。',
  },
  not_finished: { en: 'Request is still in progress', zh: '请求仍在处理中' },
  not_found: { en: 'Not found', zh: '未找到' },
  selection_changed: {
    en: 'The records have changed since they were selected. Nothing was done.',
    zh: '选择之后记录发生了变化，未执行任何操作。',
  },
  too_late: { en: 'It can no longer be cancelled.', zh: '现在已无法取消。' },
  not_failed: { en: 'Only failed work can be refunded.', zh: '只有失败的任务才能退款。' },
  not_retryable: {
    en: 'This one cannot be tried again: it succeeded, was given up, is deleted, or would be refused again.',
    zh: '该任务无法重试：它已成功、已被取消、已被删除，或会再次被拒绝。',
  },
  already_retried: {
    en: 'This one was tried again before. Retry the newer one instead.',
    zh: '该任务已重试过，请改为重试较新的那一个。',
  },
  act_repeated: {
    en: 'This was done already, and is not done twice.',
    zh: '该操作已执行过，不会重复执行。',
  },
  already_refunded: {
    en: 'The credits were already given back.',
    zh: '积分已经退还，不能重复申请。',
  },
  too_large: { en: 'The request is larger than {detail} bytes.', zh: '请求超过 {detail} 字节。' },
  unsupported_media_type: {
    en: 'Send JSON, with content-type application/json.',
    zh: '请发送 JSON（application/json）。',
  },
  internal: { en: 'Something broke on our side.', zh: '我们这边出了问题。' },
  unavailable: {
    en: 'Temporarily unavailable. Try again in a moment.',
    zh: '暂时不可用，请稍后再试。',
  },
  provider_unavailable: {
    en: 'Making new work is paused for now. Try again in a few minutes.',
    zh: '暂时无法生成新作品，请几分钟后再试。',
  },
  storage_unavailable: {
    en: 'Generating is temporarily unavailable: results cannot be saved right now. Nothing was charged. Try again in a minute.',
    zh: '生成功能暂时不可用：目前无法保存结果。未扣除积分，请稍后再试。',
  },
}

/** The message for an error. `detail`, `required` and `current` fill the gaps in the text. */
export function errorMessage(
  code: keyof typeof errorTexts,
  language: Language,
  details: Record<string, string | number | undefined> = {},
): string {
  return fill(errorTexts[code][language], details)
}

/** The audio endpoint says two things more shortly, and at length beside it (docs/spec/texts.md). */
const shortAudioErrors: Partial<Texts<ErrorCode>> = {
  insufficient_credits: { en: 'Insufficient credits', zh: '积分不足' },
  never_paid: { en: 'Account upgrade required', zh: '需要升级账户' },
}

const upgradeForAudio = {
  en: 'Upgrade your account to generate audio.',
  zh: '需要升级账户才能使用音频生成功能',
}

type OwnWords = Pick<ErrorBody, 'error' | 'message'> | null

/** What a create call says when a job could not be written down (docs/spec/texts.md). */
const createFailures = {
  image: { en: 'Failed to create database record', zh: '创建记录失败' },
  audio: { en: 'Failed to create audio record', zh: '创建音频记录失败' },
  understanding: { en: 'Network response was not ok', zh: '网络响应异常' },
} satisfies Texts<'image' | 'audio' | 'understanding'>

/** That a job could not be created, and why in `message`; any other refusal keeps its own words. */
export function createFailure(medium: keyof typeof createFailures) {
  return ({ code, error }: ErrorBody, language: Language): OwnWords =>
    code === 'internal' || code === 'unavailable'
      ? { error: createFailures[medium][language], message: error }
      : null
}

/** A refusal in the audio endpoint's words, where it has its own. */
export function audioRefusal(body: ErrorBody, language: Language): OwnWords {
  const { code, error } = body
  const short = shortAudioErrors[code]?.[language]
  if (short === undefined) return createFailure('audio')(body, language)
  return { error: short, message: code === 'never_paid' ? upgradeForAudio[language] : error }
}

/** What a history says when it cannot do what was asked (docs/spec/texts.md). */
const historyFailures: Texts<
  | 'fetch'
  | 'delete'
  | 'deleteMany'
  | 'change'
  | 'restore'
  | 'favorite'
  | 'download'
  | 'downloadEdits'
> = {
  fetch: { en: 'Failed to fetch history', zh: '获取历史记录失败' },
  delete: { en: 'Failed to delete record', zh: '删除记录失败' },
  deleteMany: { en: 'Failed to delete records', zh: '删除记录失败' },
  change: { en: 'Failed to change records', zh: '更新记录失败' },
  restore: { en: 'Failed to restore records', zh: '恢复记录失败' },
  favorite: { en: 'Failed to update favorite', zh: '更新收藏失败' },
  download: { en: 'Failed to prepare download', zh: '准备下载失败' },
  downloadEdits: { en: 'Failed to download images', zh: '批量下载失败，请重试' },
}

const whyNot: readonly ErrorCode[] = [
  'not_found',
  'too_late',
  'selection_changed',
  'internal',
  'unavailable',
]

/**
 * That it failed, and why in `message`; who asks wrongly, or is nobody, is told so as everywhere.
 */
export function historyFailure(what: keyof typeof historyFailures) {
  return ({ code, error }: ErrorBody, language: Language): OwnWords =>
    whyNot.includes(code) ? { error: historyFailures[what][language], message: error } : null
}

const progressTexts: Texts<'pending' | 'processing'> = {
  pending: { en: 'Waiting in the queue', zh: '排队中' },
  processing: { en: 'Generating', zh: '生成中' },
}

/** What open work is doing, for people. */
export function progressMessage(status: 'pending' | 'processing', language: Language): string {
  return progressTexts[status][language]
}

/** “Invalid image generation type” (docs/spec/creation.md#kinds). */
export function invalidTypeMessage(medium: 'image' | 'video', language: Language): string {
  if (language === 'en') return `Invalid ${medium} generation type`
  return medium === 'image' ? '无效的图片生成类型' : '无效的视频生成类型'
}

const failureTexts: Texts<FailureCode> = {
  invalid_input: { en: 'The model did not accept this input.', zh: '模型未接受该输入。' },
  content_policy: { en: 'The safety check refused this.', zh: '内容未通过安全检查。' },
  input_unreachable: { en: 'An input file could not be read.', zh: '无法读取输入文件。' },
  temporarily_unavailable: {
    en: 'Temporarily unavailable. Try again in a moment.',
    zh: '暂时不可用，请稍后再试。',
  },
  provider_error: { en: 'The model failed while working on this.', zh: '模型在处理时出错。' },
  no_result: {
    en: 'The model returned nothing that can be shown.',
    zh: '模型没有返回可显示的结果。',
  },
  result_lost: { en: 'The result could not be fetched.', zh: '无法取回结果。' },
  unknown_outcome: {
    en: 'The provider never confirmed this job, so it was given up.',
    zh: '服务商一直未确认此任务，任务已放弃。',
  },
  deadline: { en: 'It took too long and was stopped.', zh: '用时过长，已停止。' },
  cancelled: { en: 'Cancelled.', zh: '已取消。' },
}

const audioFailed = { en: 'Audio generation failed', zh: '音频生成失败' }

type Failure = {
  kind: Kind
  error_code: FailureCode
  /** What the provider said about the person's input. */
  error_message: string | null
}

/**
 * Why a generation failed, for people. The provider's message about the input is used where there
 * is one; an input it refused without a message, and audio it failed to make, have fixed texts
 * (docs/spec/texts.md).
 */
export function failureMessage(
  { kind, error_code, error_message }: Failure,
  language: Language,
): string {
  if (error_message) return error_message
  if (kind === 'audio' && error_code === 'provider_error') return audioFailed[language]
  const text = failureTexts[error_code][language]
  if (error_code !== 'invalid_input') return text
  return language === 'en' ? `Unknown error. ${text}` : `未知错误：${text}`
}
