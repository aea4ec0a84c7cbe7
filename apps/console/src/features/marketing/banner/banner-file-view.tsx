import type { Banner } from '@greenroom/contract/marketing/banner/banner.schema'
import { IconPhoto, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { fileAddress } from '../../../lib/api/stored-file.ts'
import { CardPicture } from '../../../shared/record/card-picture/card-picture.tsx'

type BannerFile = Banner['files'][number]

interface BannerFileViewProps {
  file: BannerFile | undefined
  className?: string | undefined
}

/** A preview of a banner's file: the picture, or the first frame of the video. */
export function BannerFileView({ file, className }: BannerFileViewProps) {
  if (file?.type === 'video') return <VideoFrame url={file.url} className={className} />
  return <CardPicture banner={file?.url ?? null} icon={IconPhoto} className={className} />
}

function VideoFrame({ url, className }: { url: string; className: string | undefined }) {
  const [failed, setFailed] = useState<string>()
  return (
    <div className={className ? `gr-frame ${className}` : 'gr-frame'}>
      {url === failed ? (
        <IconVideo size={28} stroke={1.5} aria-hidden="true" />
      ) : (
        <video
          className="gr-layer"
          // The time fragment makes the browser render a frame.
          src={`${fileAddress(url)}#t=0.1`}
          muted
          playsInline
          preload="metadata"
          tabIndex={-1}
          aria-hidden="true"
          onError={() => setFailed(url)}
        />
      )}
    </div>
  )
}
