/** Samples of -1 to 1, one list for each channel, as a WAV file of 16 bits. */
export function wavFile(channels: readonly Float32Array[], rate: number): Uint8Array {
  const length = channels[0]?.length ?? 0
  const frame = channels.length * 2
  const bytes = length * frame
  const file = Buffer.alloc(44 + bytes)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + bytes, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(channels.length, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * frame, 28)
  file.writeUInt16LE(frame, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(bytes, 40)
  channels.forEach((samples, channel) => {
    for (let at = 0; at < length; at++) {
      const loudness = Math.max(-1, Math.min(1, samples[at] ?? 0))
      file.writeInt16LE(Math.round(loudness * 32_767), 44 + at * frame + channel * 2)
    }
  })
  return new Uint8Array(file)
}
