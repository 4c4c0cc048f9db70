import { expect, it } from 'vitest'
import { developmentMarker } from './answer-question.ts'
import { taskOf, writeText } from './write-text.ts'

it.each([
  ['You improve prompts for generators. Translate nothing.', 'improve'],
  ['You translate prompts into English. Improve nothing.', 'translate'],
  ['You split an idea for a film into shots.', 'shots'],
  ['You describe an image so that a generator can make one like it.', 'describe'],
  ['Do what the user asks.', 'write'],
  ['', 'write'],
])('reads the task of “%s”', (instruction, task) => {
  expect(taskOf(instruction)).toBe(task)
})

it('keeps the prompt in what it writes, in its language, and says that it is a sample', () => {
  const write = (instruction: string, prompt: string) => writeText({ instruction, prompt })
  expect(write('You improve prompts.', 'a fox.')).toMatch(/ a fox, soft morning light/)
  expect(write('You improve prompts.', '一只狐狸。')).toMatch(/ 一只狐狸，柔和的晨光/)
  expect(write('You split it into shots.', 'a fox\nruns').split('\n')).toHaveLength(3)
  for (const instruction of ['', 'You translate prompts.', 'You split it into shots.'])
    for (const prompt of ['a fox', '一只狐狸'])
      expect(write(instruction, prompt)).toMatch(
        new RegExp(`^${RegExp.escape(developmentMarker)} [^]*${prompt}`),
      )
})
