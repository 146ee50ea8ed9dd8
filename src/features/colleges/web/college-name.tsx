import classes from './college-name.module.css';

/** A college in a list cell: its code and as much of the name as fits; in the list of colleges, the name first. */
export function CollegeName(props: { name: string; code: string; leads?: 'name' | 'code' }) {
  const { name, code, leads = 'code' } = props;
  const words = {
    code: <span className={classes.code}>{code}</span>,
    name: <span className={classes.name}>{name}</span>,
  };
  return (
    <span className={classes.college} title={`${name} (${code})`}>
      {words[leads]}
      {words[leads === 'code' ? 'name' : 'code']}
    </span>
  );
}
