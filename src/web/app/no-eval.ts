/**
 * zod would try to compile its schemas, which the page's content security policy refuses and the
 * browser reports. Runs before zod (`vite.config.ts`).
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
