import { megabyte } from '@greenroom/contract/file-rule'
import { expect, it } from 'vitest'
import { attachmentFormats, judgeAttachment } from './attachment-kind.ts'

const judged = (name: string, type: string, size = 1) => judgeAttachment({ name, type, size })

it('POST-17 OQ-081 an image, a video or a file, by the declared type or else by the name', () => {
  expect(judged('a', 'image/gif')).toEqual({ kind: 'images' })
  expect(judged('a', 'video/quicktime')).toEqual({ kind: 'video' })
  expect(judged('a', 'application/pdf')).toEqual({ kind: 'file' })
  expect(judged('clip.MOV', '')).toEqual({ kind: 'video' })
  expect(judged('notes.docx', '')).toEqual({ kind: 'file' })
  expect(judged('all.zip', 'application/x-zip-compressed')).toEqual({ kind: 'file' })
})

it('POST-17 OQ-081 refuses other types in the words of their kind', () => {
  expect(judged('a.svg', 'image/svg+xml')).toEqual({
    refusal: 'Only JPG, PNG, WEBP or GIF images are allowed',
  })
  expect(judged('a.avi', 'video/x-msvideo')).toEqual({ refusal: 'Only MP4, WEBM or MOV videos are allowed' })
  for (const [name, type] of [
    ['page.html', 'text/html'],
    ['page.pdf', 'text/html'],
    ['run.exe', ''],
    ['none', ''],
    ['song.mp3', 'audio/mpeg'],
  ] as const) {
    expect(judged(name, type)).toEqual({
      refusal: 'Only PDF, DOCX, XLSX, PPTX or ZIP files are allowed',
    })
  }
})

it('POST-16 OQ-027 less than 50 MB, for each kind', () => {
  for (const [name, type, kind] of [
    ['a.png', 'image/png', 'images'],
    ['a.mp4', 'video/mp4', 'video'],
    ['a.pdf', 'application/pdf', 'file'],
  ] as const) {
    expect(judged(name, type, 50 * megabyte - 1)).toEqual({ kind })
    for (const size of [50 * megabyte, 50 * megabyte + 1]) {
      expect(judged(name, type, size)).toEqual({ refusal: 'File size must be less than 50MB' })
    }
  }
})

it('POST-17 the chooser offers what is accepted', () => {
  for (const format of ['image/gif', '.webm', '.mov', 'application/pdf', '.pptx', '.zip']) {
    expect(attachmentFormats.split(',')).toContain(format)
  }
})
