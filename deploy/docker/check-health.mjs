// Exits with 0 if this container's process answers /healthz: a worker alone does so at METRICS_PORT.
const { ATELIER_ROLE, METRICS_PORT, PORT = '3000' } = process.env
const port = ATELIER_ROLE === 'worker' ? METRICS_PORT : PORT
const response = await fetch(`http://127.0.0.1:${port}/healthz`, {
  signal: AbortSignal.timeout(4_000),
})
process.exitCode = response.ok ? 0 : 1
