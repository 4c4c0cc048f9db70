import type { FeatureMatrix } from '#testing/security/feature-matrices.ts'

export const matrix: FeatureMatrix = {
  table: `
GET /api/account/push                  -             who     who     200     200     200     200     session session 200
PUT /api/account/push                  -             who     who     204     204     204     204     scope   session 204
DELETE /api/account/push               -             who     who     204     204     204     204     scope   session 204
`,
  operations: {
    'PUT /api/account/push': {
      request: () => ({
        body: {
          endpoint: 'https://93.184.215.14/send/abc',
          keys: {
            p256dh:
              'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
            auth: 'BTBZMqHH6r4Tts7J_aSIgg',
          },
          language: 'en',
        },
      }),
    },
  },
}
