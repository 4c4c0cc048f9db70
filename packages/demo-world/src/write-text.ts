import { developmentMarker, isInChinese } from './answer-question.ts'

/** What an instruction to a text model asks for. */
export type TextTask = 'improve' | 'translate' | 'shots' | 'describe' | 'write'

/** What this instruction asks for, by its first sentence. */
export function taskOf(instruction: string): TextTask {
  const [first = ''] = instruction.split('.')
  if (/improve/i.test(first)) return 'improve'
  if (/translate/i.test(first)) return 'translate'
  if (/into shots/i.test(first)) return 'shots'
  return /describe an image/i.test(first) ? 'describe' : 'write'
}

/**
 * A text without a language model, after the instruction: a prompt with usual words added, one
 * sentence a shot, and otherwise what it cannot do. A prompt with Chinese in it is answered in
 * Chinese. It begins with the marker of development mode.
 */
export function writeText({
  instruction,
  prompt,
}: {
  instruction: string
  prompt: string
}): string {
  const asked = prompt.trim()
  const text = writers[taskOf(instruction)](asked, isInChinese(asked))
  return `${developmentMarker} ${text}`
}

type Writer = (prompt: string, isChinese: boolean) => string

const answerAlone: Writer = (prompt, isChinese) =>
  isChinese
    ? `演示引擎没有语言模型。接入您自己的服务商后，这里会显示所写的文本。您的要求：“${prompt}”`
    : `The demo engine has no language model. With a provider of your own, the text stands here. You asked: “${prompt}”`

const writers: Record<TextTask, Writer> = {
  improve: (prompt, isChinese) => {
    const subject = prompt.replace(/[\s.,;。，；]+$/u, '')
    return isChinese
      ? `${subject}，柔和的晨光，浅景深，构图安静，细节丰富`
      : `${subject}, soft morning light, shallow depth of field, calm composition, fine detail`
  },
  translate: (prompt, isChinese) =>
    isChinese
      ? `The same prompt in English (the demo engine has no language model): ${prompt}`
      : `同一提示词的中文（演示引擎没有语言模型）：${prompt}`,
  shots: (prompt, isChinese) => {
    const takes = isChinese
      ? ['全景，镜头缓慢推进：', '中景，镜头跟随：', '特写，镜头静止：']
      : [
          'Wide shot, the camera moves in slowly: ',
          'Medium shot, the camera follows: ',
          'Close-up, the camera rests: ',
        ]
    return takes.map((take) => `${take}${prompt.replace(/\s+/g, ' ')}`).join('\n')
  },
  describe: answerAlone,
  write: answerAlone,
}
