import { describe, expect, it } from 'vitest'
import type { FieldProblem } from '#core/models/rules/parse-input.ts'
import { audioRefusal, createFailure, failureMessage } from './error-messages.ts'
import { fieldMessage } from './field-messages.ts'

/** Number by number as docs/spec/texts.md words them, with the numbers of one model. */
const wordings: [FieldProblem, string, string][] = [
  [{ field: 'prompt', problem: 'required' }, 'Prompt is required', '提示词为必填项'],
  [
    { field: 'prompt', problem: 'too_long', max: 2000 },
    'Prompt must be less than 2000 characters',
    '提示词必须少于 2000 个字符',
  ],
  [
    range('num_frames', 81, 100),
    'Number of frames must be between 81 and 100',
    '帧数必须在 81 到 100 之间',
  ],
  [
    range('frames_per_second', 5, 24),
    'Frame rate must be between 5 and 24 FPS',
    '帧率必须在 5 到 24 FPS 之间',
  ],
  [
    range('num_inference_steps', 10, 40),
    'Inference steps must be between 10 and 40',
    '推理步数必须在 10 到 40 之间',
  ],
  [
    range('guidance_scale', 1, 10),
    'Guidance scale must be between 1 and 10',
    '引导系数必须在 1 到 10 之间',
  ],
  [
    range('guidance_scale_2', 1, 10),
    'Guidance scale 2 must be between 1 and 10',
    '引导系数 2 必须在 1 到 10 之间',
  ],
  [
    range('shift', 1, 10),
    'Shift parameter must be between 1 and 10',
    '偏移参数必须在 1 到 10 之间',
  ],
  [
    range('num_interpolated_frames', 0, 4),
    'Number of interpolated frames must be between 0 and 4',
    '插值帧数必须在 0 到 4 之间',
  ],
  [
    { field: 'resolution', problem: 'not_an_option', options: ['480p', '580p', '720p'] },
    'Resolution must be one of: 480p, 580p, 720p',
    '分辨率必须是以下之一：480p, 580p, 720p',
  ],
  [
    { field: 'aspect_ratio', problem: 'not_an_option', options: ['16:9', '9:16', '1:1'] },
    'Aspect ratio must be one of: 16:9, 9:16, 1:1',
    '宽高比必须是以下之一：16:9, 9:16, 1:1',
  ],
]

function range(field: string, min: number, max: number): FieldProblem {
  return { field, problem: 'out_of_range', min, max }
}

describe('the parameter errors of the specification', () => {
  it.each(wordings)('%j', (problem, english, chinese) => {
    expect([fieldMessage(problem, 'en'), fieldMessage(problem, 'zh')]).toEqual([english, chinese])
    expect(fieldMessage(problem, 'en', 'Anything')).toBe(english)
  })

  it('use the form’s names for other fields, in the label that the reader sees first', () => {
    const problem = range('temperature', 1, 10)
    expect(fieldMessage(problem, 'en')).toBe('Temperature must be between 1 and 10')
    expect(fieldMessage(problem, 'zh')).toBe('温度必须在 1 到 10 之间')
    expect(fieldMessage({ field: 'weirdness', problem: 'required' }, 'en')).toBe(
      'weirdness is required',
    )
    expect(fieldMessage(problem, 'zh', '提示词权重')).toBe('提示词权重必须在 1 到 10 之间')
  })
})

describe('a job that could not be created', () => {
  const broken = { error: 'Something broke on our side.', code: 'internal' } as const

  it('has the words of its medium, with the reason beside', () => {
    expect(audioRefusal(broken, 'zh')).toEqual({ error: '创建音频记录失败', message: broken.error })
    expect(createFailure('image')(broken, 'en')).toEqual({
      error: 'Failed to create database record',
      message: broken.error,
    })
    expect(createFailure('image')({ error: 'Unauthorized', code: 'unauthorized' }, 'en')).toBeNull()
  })

  it('has the specification’s text for a question and for audio that failed', () => {
    expect(createFailure('understanding')(broken, 'en')?.error).toBe('Network response was not ok')
    const failed = { kind: 'audio', error_code: 'provider_error', error_message: null } as const
    expect(failureMessage(failed, 'en')).toBe('Audio generation failed')
    expect(failureMessage({ ...failed, kind: 'video' }, 'en')).toBe(
      'The model failed while working on this.',
    )
    expect(failureMessage({ ...failed, error_message: 'too long' }, 'zh')).toBe('too long')
  })

  it('says that the provider gave no reason, in the reader’s language', () => {
    expect(
      failureMessage({ kind: 'image', error_code: 'invalid_input', error_message: null }, 'en'),
    ).toBe('Unknown error. The model did not accept this input.')
    expect(
      failureMessage({ kind: 'image', error_code: 'invalid_input', error_message: null }, 'zh'),
    ).toBe('未知错误：模型未接受该输入。')
    expect(
      failureMessage(
        { kind: 'image', error_code: 'invalid_input', error_message: 'too dark' },
        'zh',
      ),
    ).toBe('too dark')
  })
})
