import { z } from 'zod'
import { address, defineProvider } from '../provider-module.ts'
import { createDashScope } from './dashscope.ts'

/** DashScope: Alibaba Cloud's Model Studio. */
export const dashScope = defineProvider({
  id: 'dashscope',
  environment: {
    DASHSCOPE_API_KEY: z.string().optional(),
    DASHSCOPE_HTTP_BASE_URL: address.default('https://dashscope.aliyuncs.com/api/v1'),
  },
  configuredBy: ['DASHSCOPE_API_KEY'],
  create: ({ DASHSCOPE_API_KEY: key, DASHSCOPE_HTTP_BASE_URL: url }, id) =>
    key ? createDashScope({ id, key, url }) : null,
})
