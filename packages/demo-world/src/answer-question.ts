import { type ImageMeasurements, measureImage } from './measure-image.ts'

/** Marks every answer as not from a vision model. */
export const developmentMarker = '[development mode]'

/** An image, and what is asked about it; `isPrompt`: answers with a prompt for an image like it. */
export type Question = { image: Uint8Array; question: string; isPrompt?: boolean }

/**
 * A description of an image without a vision model: shape, light and colours, with the question
 * repeated and the marker of development mode. A question with Chinese in it is answered in
 * Chinese. Throws when the file is no image.
 */
export async function answerQuestion({ image, question, isPrompt }: Question): Promise<string> {
  const sight = await measureImage(image)
  const isChinese = isInChinese(question)
  if (isPrompt) return promptFor(sight, isChinese)
  return isChinese ? inChinese(sight, question) : inEnglish(sight, question)
}

/** Whether a text has Chinese in it, and is answered in Chinese. */
export const isInChinese = (text: string): boolean => /\p{Script=Han}/u.test(text)

function promptFor(sight: ImageMeasurements, isChinese: boolean): string {
  const colours = sight.colours.map(({ colour }) => (isChinese ? colour.zh : colour.en))
  const [light, contrast] = [lightOf(sight), contrastOf(sight)]
  return isChinese
    ? `${developmentMarker} 一张${shapeOf(sight).zh}画面，整体${light.zh}，对比度${contrast.zh}，以${colours.join('、')}为主，光线来自${places[sight.brightest].zh}`
    : `${developmentMarker} A picture ${shapeOf(sight).en}, ${light.en}, with ${contrast.en} contrast, in ${colours.join(', ')}, lit ${places[sight.brightest].en}`
}

function inEnglish(sight: ImageMeasurements, question: string): string {
  const parts = sight.colours.map(({ colour, share }) => `${colour.en} (${percent(share)})`)
  return [
    `${developmentMarker} The demo engine has no vision model, so it cannot tell what is shown. It can tell what it measures.`,
    `The picture is ${shapeOf(sight).en}, ${sight.width} × ${sight.height} pixels.`,
    `It is ${lightOf(sight).en}, with ${contrastOf(sight).en} contrast, and brightest ${places[sight.brightest].en}.`,
    `Its main colours are ${parts.join(', ')}.`,
    `You asked: “${question.trim()}”`,
  ].join('\n\n')
}

function inChinese(sight: ImageMeasurements, question: string): string {
  const parts = sight.colours.map(({ colour, share }) => `${colour.zh}（${percent(share)}）`)
  return [
    `${developmentMarker} 演示引擎没有视觉模型，无法识别画面内容，只能说出测得的信息。`,
    `这是一张${shapeOf(sight).zh}图片，${sight.width} × ${sight.height} 像素。`,
    `整体${lightOf(sight).zh}，对比度${contrastOf(sight).zh}，最亮的部分在${places[sight.brightest].zh}。`,
    `主要颜色：${parts.join('、')}。`,
    `你的问题：“${question.trim()}”`,
  ].join('\n\n')
}

const percent = (share: number) => `${Math.round(share * 100)}%`

const places = {
  top: { en: 'at the top', zh: '上方' },
  bottom: { en: 'at the bottom', zh: '下方' },
  left: { en: 'on the left', zh: '左侧' },
  right: { en: 'on the right', zh: '右侧' },
  middle: { en: 'in the middle', zh: '中间' },
} as const

function shapeOf({ width, height }: ImageMeasurements) {
  const ratio = width / height
  if (ratio > 1.05) return { en: 'in landscape format', zh: '横向' }
  return ratio < 0.95 ? { en: 'in portrait format', zh: '纵向' } : { en: 'square', zh: '方形' }
}

function lightOf({ brightness }: ImageMeasurements) {
  if (brightness > 0.66) return { en: 'bright', zh: '偏亮' }
  return brightness < 0.34
    ? { en: 'dark', zh: '偏暗' }
    : { en: 'of medium brightness', zh: '明暗适中' }
}

function contrastOf({ contrast }: ImageMeasurements) {
  if (contrast > 0.24) return { en: 'strong', zh: '强' }
  return contrast < 0.1 ? { en: 'little', zh: '弱' } : { en: 'moderate', zh: '中等' }
}
