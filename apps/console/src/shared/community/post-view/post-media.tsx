import { IconDownload, IconExternalLink, IconFile, IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import { fileAddress } from '../../../lib/api/stored-file.ts'
import { attachmentExtension } from './attachment-extension.ts'
import classes from './post-media.module.css'
import { postViewMessages } from './post-view-messages.ts'

/** The video or the recording of a post, or a download link if the browser cannot play it. */
export function PostPlayer({ kind: Media, address }: { kind: 'video' | 'audio'; address: string }) {
  const [failed, setFailed] = useState<string>()
  if (failed === address) {
    const name = postViewMessages[`${Media}Failed`]
    return <FileLine address={address} name={name} action={postViewMessages.download} />
  }
  return (
    <Media
      className={classes[Media]}
      src={fileAddress(address)}
      aria-label={postViewMessages[Media]}
      controls
      preload="metadata"
      onError={() => setFailed(address)}
      {...(Media === 'video' && { playsInline: true })}
    />
  )
}

interface PostFileProps {
  address: string
  /** Shows only what kind of file it is. */
  isDraft?: boolean | undefined
}

/** The file of a post: a link, and for a PDF a preview if the browser has a viewer. */
export function PostFile({ address, isDraft = false }: PostFileProps) {
  const extension = attachmentExtension(address)
  const isPdf = extension === 'pdf'
  return (
    <div className={classes.file}>
      <FileLine
        address={address}
        name={isPdf ? postViewMessages.pdf : postViewMessages.file(extension)}
        action={isDraft ? undefined : isPdf ? postViewMessages.open : postViewMessages.download}
        isPdf={isPdf}
      />
      {isPdf && !isDraft && navigator.pdfViewerEnabled && (
        <iframe
          className={classes.preview}
          // The browser's viewer does not start in a sandboxed frame. The file is served without the rights of a page.
          src={`${fileAddress(address)}#toolbar=0&navpanes=0&view=FitH`}
          title={postViewMessages.pdfPreview}
          loading="lazy"
        />
      )}
    </div>
  )
}

interface FileLineProps {
  address: string
  name: string
  /** Text of the link; without one there is no link. */
  action: string | undefined
  isPdf?: boolean
}

function FileLine({ address, name, action, isPdf = false }: FileLineProps) {
  const Kind = isPdf ? IconFileTypePdf : IconFile
  const Action = isPdf ? IconExternalLink : IconDownload
  return (
    <p className={classes.line}>
      <Kind size={20} stroke={1.5} aria-hidden="true" />
      <span className={classes.name}>{name}</span>
      {action !== undefined && (
        <a className={classes.link} href={fileAddress(address)} target="_blank" rel="noopener noreferrer">
          <Action size={15} stroke={1.5} aria-hidden="true" />
          {action}
        </a>
      )}
    </p>
  )
}
