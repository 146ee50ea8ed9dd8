import { Anchor, Box, type BoxProps, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { BrandBar, LanguageLinks } from './brand-bar.tsx';
import classes from './public-page.module.css';

type PublicPageProps = ComponentProps<'div'> & {
  title: string;
  lead: string;
  /** Other pages, named in the header. */
  links: Record<string, string>;
  maw: BoxProps['maw'];
};

/** A page for everybody, with a question and its answer. Its form puts the fields in one row. */
export function PublicPage({ title, lead, links, maw, children, ...page }: PublicPageProps) {
  return (
    <div {...page} className={classes.page}>
      <BrandBar>
        <LanguageLinks />
        {Object.entries(links).map(([path, label]) => (
          <Anchor key={path} component={Link} to={path} c="inherit" size="sm" className="unprinted">
            {label}
          </Anchor>
        ))}
      </BrandBar>
      <Box component="main" className={classes.main} maw={maw}>
        <Title order={1}>{title}</Title>
        <p className={`unprinted ${classes.lead}`}>{lead}</p>
        {children}
      </Box>
    </div>
  );
}
