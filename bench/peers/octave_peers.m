## The paper's Step 1 with Octave's sqp and the optim package's fmincon, as a competent user would write it today.
##
## octave-cli octave_peers.m [--problem FILE.json]... [--solver sqp|fmincon|nonlin_min] [--repeat R]
##
## Prints one line of JSON for each problem and solver, as scipy_peers.py does; without --problem, the benchmark's own
## problems. In Debian 12 (Octave 7.3, optim 1.6.2) fmincon exists. It passes exact gradients on, but with an exact
## Hessian (HessianFcn) its default algorithm stops with "structure has no member 'inverse_hessian'"; nonlin_min, which
## shares fmincon's backend lm_feasible, takes one and is faster, so it is here too. fmincon's "active-set" is sqp again.
##
## Install libopenblas0 (octave recommends it): with the reference BLAS a 1,000 x 1,000 eig takes 0.41 s, not 0.09 s.
1;
warning ("off", "Octave:shadowed-function");
pkg load optim

## The models. Each has a start x0, lower bounds, and objective(x): impedance, gradient, and Hessian where it is simple.

function m = categorical (problem)
  m.beta = problem.learner.prior.beta(:);
  m.log_pi = log (problem.target.pi(:));
  m.cost = problem.effort.per_item;
  ## about as many items as the prior is worth, split so that the posterior mean is near pi
  s = max (0, 2 * sum (m.beta) * exp (m.log_pi) - m.beta);
  m.scale = sqrt (m.beta + s);  # in x = s / scale the Hessian is near the identity
  m.x0 = s ./ m.scale;
  m.lower = zeros (size (s));
  m.objective = @(x) categorical_impedance (m, m.scale, x);
  m.rounded = @(x) categorical_impedance (m, 1, round (m.scale .* x));
  m.has_hessian = true;
  ## The same in u, s = u^2 / 4, for sqp: it hands bounds to qp as K general constraints, and at K = 1,000 is 3 times
  ## faster without them. Starts away from u = 0, where the gradient in u vanishes.
  m.free.x0 = 2 * sqrt (max (s, 0.1 * m.beta));
  m.free.objective = @(u) categorical_free (m, u);
  m.free.to_x = @(u) u .^ 2 / 4 ./ m.scale;
endfunction

function [value, gradient, hessian] = categorical_impedance (m, scale, x)
  s = scale .* x;
  a = m.beta + s;
  n = sum (a);
  value = sum (gammaln (a)) - gammaln (n) - (a - 1)' * m.log_pi + m.cost * sum (s);
  if (nargout > 1)
    gradient = scale .* (psi (a) - psi (n) - m.log_pi + m.cost);
  endif
  if (nargout > 2)
    hessian = diag (scale .^ 2 .* psi (1, a)) - psi (1, n) * (scale * scale');
  endif
endfunction

function [value, gradient, hessian] = categorical_free (m, u)
  s = u .^ 2 / 4;
  if (nargout == 1)
    value = categorical_impedance (m, 1, s);
    return
  endif
  [value, ds] = categorical_impedance (m, 1, s);
  gradient = ds .* u / 2;
  if (nargout > 2)  # the negative part of ds is left out to keep it positive definite; it vanishes at the optimum
    a = m.beta + s;
    hessian = diag (u .^ 2 / 4 .* psi (1, a) + max (ds, 0) / 2) - psi (1, sum (a)) * (u * u') / 4;
  endif
endfunction

function m = gaussian (problem)
  prior = problem.learner.prior;
  root = chol (problem.target.covariance, "lower");
  m.D = D = rows (root);
  m.mu0 = root \ (prior.mean(:) - problem.target.mean(:));  # whitened: the target is N(0, I)
  m.Lambda0 = root \ prior.scale / root';
  m.kappa0 = prior.kappa;
  m.nu0 = prior.nu;
  m.cost = problem.effort.per_item;
  m.halves = (0:D-1)' / 2;
  m.index = find (tril (ones (D)));
  m.constant = D * (D - 1) / 4 * log (pi) + D / 2 * log (2 * pi) + (D + 2) * sum (log (diag (root)));
  ## unknowns: n, the items' mean, and a Cholesky factor L of their scatter S - s s'/n, which is then positive by itself
  n = D + 1;  # spread like the target, and off centre so that the posterior mean is right
  m.x0 = [n; -m.kappa0 * m.mu0 / n; sqrt(n) * eye(D)(m.index)];
  m.lower = [1e-3; -Inf(numel (m.x0) - 1, 1)];
  m.objective = @(x) gaussian_objective (m, x);
  m.rounded = @(x) gaussian_rounded (m, x);
  m.has_hessian = false;
endfunction

function [value, kappa, nu, mu, d, Lambda, log_det] = gaussian_impedance (m, n, mean, C)
  kappa = m.kappa0 + n;
  nu = m.nu0 + n;
  mu = (m.kappa0 * m.mu0 + n * mean) / kappa;
  d = mean - m.mu0;
  Lambda = m.Lambda0 + C + m.kappa0 * n / kappa * (d * d');  # the symmetric form, not the one the paper prints
  log_det = 2 * sum (log (diag (chol (Lambda))));
  value = m.D / 2 * log (2) * nu + sum (gammaln (nu / 2 - m.halves)) - nu / 2 * log_det - m.D / 2 * log (kappa) ...
          + trace (Lambda) / 2 + kappa / 2 * (mu' * mu) + m.cost * n + m.constant;
endfunction

function [n, mean, L] = gaussian_unpack (m, x)
  n = x(1);
  mean = x(2:m.D+1);
  L = zeros (m.D);
  L(m.index) = x(m.D+2:end);
endfunction

function [value, gradient] = gaussian_objective (m, x)
  [n, mean, L] = gaussian_unpack (m, x);
  [value, kappa, nu, mu, d, Lambda, log_det] = gaussian_impedance (m, n, mean, L * L');
  if (nargout > 1)
    G = (eye (m.D) - nu * inv (Lambda)) / 2;  # d value / d Lambda_n
    dn = (m.D * log (2) + sum (psi (nu / 2 - m.halves)) - log_det - m.D / kappa + mu' * mu) / 2 ...
         + (m.kappa0 / kappa) ^ 2 * (d' * G * d) + mu' * (mean - mu) + m.cost;
    dmean = 2 * m.kappa0 * n / kappa * (G * d) + n * mu;
    gradient = [dn; dmean; (2 * G * L)(m.index)];
  endif
endfunction

function value = gaussian_rounded (m, x)
  [n, mean, L] = gaussian_unpack (m, x);
  s = n * mean;
  S = L * L' + n * mean * mean';
  n = round (n);
  C = S - s * s' / max (n, 1);
  if (n == 0)
    value = gaussian_impedance (m, 0, 0 * mean, 0 * S);
  elseif (n <= m.D || min (eig (C)) < -1e-9)
    value = NaN;  # no n items have these (s, S)
  else
    value = gaussian_impedance (m, n, s / n, C);
  endif
endfunction

## The solvers. Each returns the solution, whether it says that it converged, and the number of evaluations.

function r = second (f, x)
  [~, r] = f (x);
endfunction

function r = third (f, x)
  [~, ~, r] = f (x);
endfunction

function [x, ok, evaluations] = solve (m, solver)
  f = m.objective;
  switch (solver)
    case "sqp"
      if (isfield (m, "free"))
        g = m.free.objective;
        [u, ~, info, ~, evaluations] = sqp (m.free.x0, {g, @(u) second(g, u), @(u) third(g, u)}, ...
                                            [], [], [], [], 1000, 1e-6);
        x = m.free.to_x (u);
      else
        [x, ~, info, ~, evaluations] = sqp (m.x0, {f, @(x) second(f, x)}, [], [], m.lower, [], 1000, 1e-6);
      endif
      ok = info == 101 || info == 104;
    case "fmincon"
      options = optimset ("GradObj", "on", "TolFun", 1e-11, "MaxIter", 1000);
      [x, ~, info, out] = fmincon (f, m.x0, [], [], [], [], m.lower, [], [], options);
      ok = info > 0;
      evaluations = out.nobjf;
    case "nonlin_min"
      options = optimset ("objf_grad", @(x) second(f, x), "TolFun", 1e-11, "MaxIter", 1000, "lbound", m.lower);
      if (m.has_hessian)
        options.objf_hessian = @(x) third (f, x);
      endif
      [x, ~, info, out] = nonlin_min (f, m.x0, options);
      ok = info > 0;
      evaluations = out.nobjf;
  endswitch
endfunction

function text = number (value)
  if (isfinite (value))
    text = sprintf ("%.17g", value);
  else
    text = "null";
  endif
endfunction

function measure (name, problem, solver, repeat)
  if (! isequal (fieldnames (problem.effort), {"per_item"}))
    error ("%s: these peers know only effort per_item", name);
  endif
  if (strcmp (problem.learner.model, "categorical"))
    m = categorical (problem);
  else
    m = gaussian (problem);
  endif
  if (numel (m.x0) > 3000)  # all three keep dense K x K matrices and factor them: 80 GB each at K = 100,000
    fprintf (stderr, "%s: %s skipped, its dense K x K matrices do not fit\n", name, solver);
    return
  endif
  warm_up = repeat > 1;  # a solve of a minute needs none
  seconds = zeros (1, repeat + warm_up);
  for i = 1:repeat + warm_up
    timer = tic;
    [x, ok, evaluations] = solve (m, solver);
    seconds(i) = toc (timer);
  endfor
  ## In these scaled unknowns the Hessian is near the identity: half the squared projected gradient estimates the gap.
  [value, gradient] = m.objective (x);
  gap = sumsq (x - max (x - gradient, m.lower)) / 2;
  printf (['{"problem": "%s", "peer": "octave %s", "seconds": %s, "impedance_relaxed": %s, ' ...
           '"impedance_rounded": %s, "evaluations": %d, "ok": %s}\n'], name, solver, ...
          number (median (seconds(1+warm_up:end))), number (value), number (m.rounded (x)), evaluations, ...
          {"false", "true"}{1 + (ok && gap <= 1e-8 * max (1, abs (value)))});
  fflush (stdout);
endfunction

function problem = paper_categorical ()
  problem.learner = struct ("model", "categorical", "prior", struct ("beta", [6 3 1]));
  problem.target.pi = [0.1 0.3 0.6];
  problem.effort.per_item = 0.3;
endfunction

function problem = paper_gaussian ()
  problem.learner.model = "multivariate-gaussian";
  problem.learner.prior = struct ("mean", [1 1 1], "kappa", 1, "nu", 2 + 1e-5, "scale", 1e-5 * eye (3));
  problem.target = struct ("mean", [0 0 0], "covariance", eye (3));
  problem.effort.per_item = 1;
endfunction

function main (arguments)
  solvers = {"sqp", "fmincon", "nonlin_min"};
  problems = {};
  repeat = 0;
  for i = 1:2:numel (arguments)
    value = arguments{i+1};
    switch (arguments{i})
      case "--problem"
        [~, name] = fileparts (value);
        problems(end+1,:) = {name, jsondecode(fileread (value))};
      case "--solver"
        solvers = {validatestring(value, solvers)};
      case "--repeat"
        repeat = str2double (value);
      otherwise
        error ("unknown option %s", arguments{i});
    endswitch
  endfor
  if (isempty (problems))
    problems = {"categorical-3", paper_categorical(); "multivariate-gaussian-3", paper_gaussian()};
    script = fullfile (fileparts (mfilename ("fullpath")), "..", "make_problem.py");
    for K = [1000, 100000]
      [status, text] = system (sprintf ("/usr/bin/python3 '%s' %d", script, K));
      assert (status, 0);
      problems(end+1,:) = {sprintf("categorical-%d", K), jsondecode(text)};
    endfor
  endif
  for i = 1:rows (problems)
    for j = 1:numel (solvers)
      R = repeat;
      if (! R)  # the large problems take many seconds a solve
        R = 100;
        if (isfield (problems{i,2}.target, "pi") && numel (problems{i,2}.target.pi) > 100)
          R = 1;
        endif
      endif
      measure (problems{i,:}, solvers{j}, R);
    endfor
  endfor
endfunction

main (argv ());
