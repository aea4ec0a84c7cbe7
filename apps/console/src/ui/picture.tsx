import { type ReactNode, useState } from 'react'

/** What an img element loads. */
export interface PictureSource {
  src: string
  /** The same picture in several widths. */
  srcSet?: string
}

interface PictureProps {
  /** null when there is no picture. */
  source: PictureSource | null
  /** Empty if the picture only decorates, or its name is shown next to it. */
  alt: string
  title?: string | undefined
  className?: string | undefined
  /** About the size on the screen in CSS pixels; styles set the exact one. */
  width: number
  height: number
  /** The width on the screen as in the sizes attribute, where it depends on the window. */
  sizes?: string
  /** Shown without a picture, and for one that cannot be loaded. */
  fallback: ReactNode
  onFail?: (src: string) => void
}

/** A picture, loaded lazily in the width that fits. */
export function Picture({
  source,
  width,
  sizes = `${width}px`,
  fallback,
  onFail,
  alt,
  ...rest
}: PictureProps) {
  const [failed, setFailed] = useState<string>()
  if (source === null || source.src === failed) return fallback
  return (
    <img
      {...rest}
      alt={alt}
      width={width}
      loading="lazy"
      decoding="async"
      sizes={source.srcSet && sizes}
      srcSet={source.srcSet}
      src={source.src}
      onError={() => {
        setFailed(source.src)
        onFail?.(source.src)
      }}
    />
  )
}
