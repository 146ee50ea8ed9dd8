-- How many rows contain a term is guessed from a sample of the column's values. Of the usual hundred none may contain a
-- name that every thirtieth row has; the planner then takes it for rare, and reads all its rows instead of the next ones.
alter table applications alter column search_text set statistics 500;
alter table certificates alter column search_text set statistics 500;
alter table students alter column search_text set statistics 500;
