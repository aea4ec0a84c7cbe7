import { megabyte } from '@greenroom/contract/file-rule'
import { expect, it } from 'vitest'
import { attachmentFormats, checkAttachment } from './attachment-kind.ts'

const checked = (name: string, type: string, size = 1) => checkAttachment({ name, type, size })

it('takes an image, a video or a file by its declared type, else by its name (POST-17, OQ-081)', () => {
  expect(checked('a', 'image/gif')).toEqual({ kind: 'images' })
  expect(checked('a', 'video/quicktime')).toEqual({ kind: 'video' })
  expect(checked('a', 'application/pdf')).toEqual({ kind: 'file' })
  expect(checked('clip.MOV', '')).toEqual({ kind: 'video' })
  expect(checked('notes.docx', '')).toEqual({ kind: 'file' })
  expect(checked('all.zip', 'application/x-zip-compressed')).toEqual({ kind: 'file' })
})

it('attaches pictures and videos that not every browser shows as a file (POST-17, OQ-081)', () => {
  for (const [name, type] of [
    ['photo.avif', 'image/avif'],
    ['photo.HEIC', ''],
    ['scan.bmp', 'image/x-ms-bmp'],
    ['clip.avi', 'video/x-msvideo'],
    ['clip.mkv', 'video/x-matroska'],
  ] as const) {
    expect(checked(name, type)).toEqual({ kind: 'file' })
  }
})

it('refuses other types (POST-17, OQ-081)', () => {
  for (const [name, type] of [
    ['a.svg', 'image/svg+xml'],
    ['a.png', 'image/svg+xml'],
    ['scan.tiff', 'image/tiff'],
    ['page.html', 'text/html'],
    ['page.pdf', 'text/html'],
    ['run.exe', ''],
    ['none', ''],
    ['song.mp3', 'audio/mpeg'],
  ] as const) {
    expect(checked(name, type)).toEqual({
      refusal: 'This file type is not allowed. Attach an image, a video, a document or an archive.',
    })
  }
})

it('accepts less than 50 MB of each kind (POST-16, OQ-027)', () => {
  for (const [name, type, kind] of [
    ['a.png', 'image/png', 'images'],
    ['a.mp4', 'video/mp4', 'video'],
    ['a.pdf', 'application/pdf', 'file'],
  ] as const) {
    expect(checked(name, type, 50 * megabyte - 1)).toEqual({ kind })
    for (const size of [50 * megabyte, 50 * megabyte + 1]) {
      expect(checked(name, type, size)).toEqual({ refusal: 'File size must be less than 50MB' })
    }
  }
})

it('refuses an empty file of each kind (POST-16)', () => {
  for (const type of ['image/png', 'video/mp4', 'application/pdf']) {
    expect(checked('a', type, 0)).toEqual({ refusal: 'This file is empty. Choose another one.' })
  }
})

it('offers the accepted formats in the file chooser (POST-17)', () => {
  for (const format of ['image/gif', '.webm', '.mov', 'application/pdf', '.pptx', '.zip', '.avif', '.avi']) {
    expect(attachmentFormats.split(',')).toContain(format)
  }
})
