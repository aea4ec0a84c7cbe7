import { isWebAddress } from '@greenroom/contract/field'
import type { News } from '@greenroom/contract/news/news.schema'
import { IconExternalLink, IconNews } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { CardPicture } from '../../shared/card-picture/card-picture.tsx'
import parts from '../../ui/card-parts.module.css'
import { CardButton, CardFoot, CardLink, CardName } from '../../ui/card-parts.tsx'
import { PictureCard } from '../../ui/picture-card.tsx'
import classes from './news-card.module.css'
import { newsEditLink } from './news-links.ts'
import { newsCardMessages } from './news-messages.ts'

/** One snippet: heading, thumbnail, description, reference link and source. An inactive one is grey (NEWS-03). */
export function NewsCard({ news }: { news: News }) {
  const { heading, reference_link: link } = news
  return (
    <PictureCard picture={<CardPicture banner={news.thumbnail} icon={IconNews} past={!news.is_active} />}>
      <CardName past={!news.is_active}>{heading}</CardName>
      <p className={classes.source}>
        <span className="gr-unseen">{newsCardMessages.source}: </span>
        {news.source}
      </p>
      {news.description.trim() !== '' && <Description text={news.description} of={heading} />}
      <div className={parts.ruled}>
        <CardLink
          icon={IconExternalLink}
          name={link}
          href={isWebAddress(link) ? link.trim() : undefined}
          title={link}
        />
      </div>
      <CardFoot>
        <Link
          {...newsEditLink(news)}
          className={parts.action}
          aria-label={`${newsCardMessages.edit} ${heading}`}
        >
          {newsCardMessages.edit}
        </Link>
      </CardFoot>
    </PictureCard>
  )
}

/** The first lines of a description, with a button to expand it. */
function Description({ text, of }: { text: string; of: string }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  const messages = useRef<HTMLParagraphElement>(null)

  // Whether it fits depends on the width of the card.
  useEffect(() => {
    const element = messages.current
    if (!element || isOpen) return
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])

  return (
    <div className={classes.description}>
      <p ref={messages} id={id} className={classes.text} data-cut={!isOpen || undefined}>
        {text}
      </p>
      {(isCut || isOpen) && (
        <CardButton
          quiet
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${isOpen ? newsCardMessages.less : newsCardMessages.more} of ${of}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? newsCardMessages.less : newsCardMessages.more}
        </CardButton>
      )}
    </div>
  )
}
