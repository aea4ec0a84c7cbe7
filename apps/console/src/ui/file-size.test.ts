import { expect, it } from 'vitest'
import { formatFileSize } from './file-size.ts'

it('counts in the megabytes of the limits and rounds up, so that more than 10 MB never reads as 10 MB (OQ-027, BAN-10)', () => {
  expect(formatFileSize(0)).toBe('0 B')
  expect(formatFileSize(1023)).toBe('1023 B')
  expect(formatFileSize(64_512)).toBe('63 KB')
  expect(formatFileSize(1_572_864)).toBe('1.5 MB')
  expect(formatFileSize(10_485_760)).toBe('10 MB')
  expect(formatFileSize(10_485_761)).toBe('10.1 MB')
  expect(formatFileSize(52_428_799)).toBe('50 MB')
})
