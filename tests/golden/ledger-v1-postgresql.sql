CREATE FUNCTION public.the_journal_only_grows() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'the journal only grows'; END $$;
CREATE TABLE public.accounts (
    id bigint NOT NULL,
    name text NOT NULL,
    skeleton text NOT NULL,
    lineage text NOT NULL,
    root bigint NOT NULL,
    parent bigint,
    terms text NOT NULL,
    period text,
    cap_main bigint NOT NULL,
    cap_delta bigint NOT NULL,
    failures integer NOT NULL,
    stopped text
);
CREATE TABLE public.balances (
    account bigint NOT NULL,
    block text NOT NULL,
    cap_main bigint NOT NULL,
    cap_delta bigint NOT NULL,
    held_main bigint NOT NULL,
    held_delta bigint NOT NULL,
    spent_main bigint NOT NULL,
    spent_delta bigint NOT NULL,
    CONSTRAINT never_above_the_cap_delta CHECK (((held_delta >= 0) AND (spent_delta >= 0) AND ((held_delta + spent_delta) <= cap_delta))),
    CONSTRAINT never_above_the_cap_main CHECK (((held_main >= 0) AND (spent_main >= 0) AND ((held_main + spent_main) <= cap_main)))
);
CREATE TABLE public.journal (
    seq bigint NOT NULL,
    at text NOT NULL,
    kind text NOT NULL,
    body text NOT NULL,
    prev text NOT NULL,
    hash text NOT NULL
);
CREATE TABLE public.ledger (
    id integer NOT NULL,
    schema_version integer NOT NULL,
    identity text NOT NULL,
    head_seq bigint NOT NULL,
    head_hash text NOT NULL,
    last_at text NOT NULL,
    stopped text,
    CONSTRAINT ledger_id_check CHECK ((id = 1))
);
CREATE SEQUENCE public.ledger_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.ledger_id_seq OWNED BY public.ledger.id;
CREATE TABLE public.postings (
    seq bigint NOT NULL,
    line integer NOT NULL,
    account bigint NOT NULL,
    block text NOT NULL,
    side text NOT NULL,
    main bigint NOT NULL,
    delta bigint NOT NULL
);
CREATE TABLE public.releases (
    receipt text NOT NULL,
    root bigint NOT NULL,
    account bigint NOT NULL,
    key text NOT NULL,
    request text NOT NULL,
    charge text NOT NULL,
    blocks text NOT NULL,
    cost_main bigint NOT NULL,
    cost_delta bigint NOT NULL,
    owner text NOT NULL,
    state text NOT NULL
);
CREATE TABLE public.results (
    receipt text NOT NULL,
    tick bigint NOT NULL,
    digest text NOT NULL,
    body bytea NOT NULL,
    delivered integer NOT NULL
);
ALTER TABLE ONLY public.ledger ALTER COLUMN id SET DEFAULT nextval('public.ledger_id_seq'::regclass);
INSERT INTO public.accounts VALUES (1, 'clinic/2026', 'clinic/2026', '1', 1, NULL, '{"allowance":{"cap":83441717833,"cap_delta":500000000000,"coin":"zcdp","delta":"1/1000000","epsilon":"2","for_events":"1/2000000","version":1},"failures":3,"unit":{"each":"patient_id","neighbours":"add-remove","per":"1mo","window":null},"version":1,"zone":"Asia/Shanghai"}', '1mo', 83441717833, 500000000000, 0, NULL);
INSERT INTO public.accounts VALUES (2, 'clinic/2026/oncology', 'clinic/2026/oncology', '1/2', 1, 1, '{"allowance":{"cap":83441717833,"cap_delta":500000000000,"coin":"zcdp","delta":"1/1000000","epsilon":"2","for_events":"1/2000000","version":1},"failures":3,"unit":{"each":"patient_id","neighbours":"add-remove","per":"1mo","window":null},"version":1,"zone":"Asia/Shanghai"}', '1mo', 50065030699, 300000000000, 0, NULL);
INSERT INTO public.accounts VALUES (4, 'registry', 'registry', '4', 4, NULL, '{"allowance":{"cap":1000000000000,"cap_delta":0,"coin":"pure","delta":"0","epsilon":"1","for_events":"0","version":1},"failures":3,"unit":{"each":"row","neighbours":"add-remove","per":null,"window":null},"version":1,"zone":"UTC"}', NULL, 1000000000000, 0, 1, NULL);
INSERT INTO public.accounts VALUES (3, 'clinic/2026/cardiology', 'clinic/2026/cardiology', '1/3', 1, 1, '{"allowance":{"cap":83441717833,"cap_delta":500000000000,"coin":"zcdp","delta":"1/1000000","epsilon":"2","for_events":"1/2000000","version":1},"failures":3,"unit":{"each":"patient_id","neighbours":"add-remove","per":"1mo","window":null},"version":1,"zone":"Asia/Shanghai"}', '1mo', 16688343566, 100000000000, 1, 'audit');
INSERT INTO public.balances VALUES (3, '*', 0, 100000000000, 0, 0, 0, 0);
INSERT INTO public.balances VALUES (1, '2026-01', 83441717833, 0, 0, 0, 549999584, 0);
INSERT INTO public.balances VALUES (1, '*', 0, 500000000000, 0, 0, 0, 1000000000);
INSERT INTO public.balances VALUES (2, '2026-01', 50065030699, 0, 0, 0, 549999584, 0);
INSERT INTO public.balances VALUES (2, '2026-02', 50065030699, 0, 0, 0, 549999584, 0);
INSERT INTO public.balances VALUES (2, '*', 0, 300000000000, 0, 0, 0, 1000000000);
INSERT INTO public.balances VALUES (1, '2026-02', 83441717833, 0, 0, 0, 799999584, 0);
INSERT INTO public.balances VALUES (3, '2026-02', 16688343566, 0, 0, 0, 250000000, 0);
INSERT INTO public.balances VALUES (4, '*', 1000000000000, 0, 125000000000, 0, 250000000000, 0);
INSERT INTO public.journal VALUES (1, '2026-02-01T09:20:00.000000+00:00', 'open', '{"account":"clinic/2026","by":"Ada","cap":[83441717833,500000000000],"terms":{"allowance":{"cap":83441717833,"cap_delta":500000000000,"coin":"zcdp","delta":"1/1000000","epsilon":"2","for_events":"1/2000000","version":1},"failures":3,"unit":{"each":"patient_id","neighbours":"add-remove","per":"1mo","window":null},"version":1,"zone":"Asia/Shanghai"}}', '0000000000000000000000000000000000000000000000000000000000000000', '011363096637e05ec67775f752993c1827d6b6cf44164d58602b2f7e9769bf78');
INSERT INTO public.journal VALUES (2, '2026-02-01T09:21:00.000000+00:00', 'allocate', '{"account":"clinic/2026/oncology","by":"Ada","cap":[50065030699,300000000000],"rule":"proportional"}', '011363096637e05ec67775f752993c1827d6b6cf44164d58602b2f7e9769bf78', '06b7415949c521e576aec34754241478af7057b7440ba5731074ba6fc147bccd');
INSERT INTO public.journal VALUES (3, '2026-02-01T09:21:00.000000+00:00', 'allocate', '{"account":"clinic/2026/cardiology","by":"Ada","cap":[16688343566,100000000000],"rule":"proportional"}', '06b7415949c521e576aec34754241478af7057b7440ba5731074ba6fc147bccd', 'acaa9c8605793b7f88bb70fea541c998a5dbc79abe178a00758e6addf252d66c');
INSERT INTO public.journal VALUES (4, '2026-02-01T09:22:00.000000+00:00', 'open', '{"account":"registry","by":"Ben","cap":[1000000000000,0],"terms":{"allowance":{"cap":1000000000000,"cap_delta":0,"coin":"pure","delta":"0","epsilon":"1","for_events":"0","version":1},"failures":3,"unit":{"each":"row","neighbours":"add-remove","per":null,"window":null},"version":1,"zone":"UTC"}}', 'acaa9c8605793b7f88bb70fea541c998a5dbc79abe178a00758e6addf252d66c', '141f1d6ddd9b8d9fa7850a678836f2d3b3c7ac402b2a65bb456eb86aea053ca5');
INSERT INTO public.journal VALUES (5, '2026-02-01T09:23:00.000000+00:00', 'reserve', '{"account":"clinic/2026/oncology","blocks":["2026-01","2026-02"],"charge":{"charges":[{"kind":"gaussian","l2_squared":1,"law":"discrete","sigma_squared":"1000","version":1},{"delta":"1/1000000000","epsilon":"1/100","kind":"approx","version":1}],"kind":"composed","version":1},"key":"visits","owner":"golden-host:1:1","postings":[[1,"2026-01","hold",549999584,0],[1,"2026-02","hold",549999584,0],[1,"*","hold",0,1000000000],[2,"2026-01","hold",549999584,0],[2,"2026-02","hold",549999584,0],[2,"*","hold",0,1000000000]],"receipt":"67a67a3551c30ae8d37b1dda6f4bdb21","request":"plan-1"}', '141f1d6ddd9b8d9fa7850a678836f2d3b3c7ac402b2a65bb456eb86aea053ca5', '55b09ea5c5030ad8dc99f55f29a243cf6215df0c0a229ed360ad9e6128ce8be1');
INSERT INTO public.journal VALUES (6, '2026-02-01T09:24:00.000000+00:00', 'start', '{"postings":[[1,"2026-01","spend",549999584,0],[1,"2026-02","spend",549999584,0],[1,"*","spend",0,1000000000],[2,"2026-01","spend",549999584,0],[2,"2026-02","spend",549999584,0],[2,"*","spend",0,1000000000]],"receipt":"67a67a3551c30ae8d37b1dda6f4bdb21"}', '55b09ea5c5030ad8dc99f55f29a243cf6215df0c0a229ed360ad9e6128ce8be1', 'a8133d6ada1f834f90322639ffaeb4c3f2558eb4314a1649b3c91b2ef0526219');
INSERT INTO public.journal VALUES (7, '2026-02-01T09:25:00.000000+00:00', 'commit', '{"digest":"a77e6ad955fefeba4e23559b7b4413c708019720ad6568a61ee38f4120059dfa","last":true,"receipt":"67a67a3551c30ae8d37b1dda6f4bdb21","tick":0}', 'a8133d6ada1f834f90322639ffaeb4c3f2558eb4314a1649b3c91b2ef0526219', 'e76deb048482d35b2dd604b4796a781c5ae30c3943770a65f9eb6331075e03e8');
INSERT INTO public.journal VALUES (8, '2026-02-01T09:26:00.000000+00:00', 'deliver', '{"receipt":"67a67a3551c30ae8d37b1dda6f4bdb21","tick":0}', 'e76deb048482d35b2dd604b4796a781c5ae30c3943770a65f9eb6331075e03e8', '6c00cf4cbbc7bc14ebef28105ff5f5b0f8b13200c7240e8c9ed4554e1118d499');
INSERT INTO public.journal VALUES (9, '2026-02-01T09:27:00.000000+00:00', 'reserve', '{"account":"clinic/2026/cardiology","blocks":["2026-02"],"charge":{"kind":"gaussian","l2_squared":1,"law":"discrete","sigma_squared":"2000","version":1},"key":"stents","owner":"golden-host:1:1","postings":[[1,"2026-02","hold",250000000,0],[3,"2026-02","hold",250000000,0]],"receipt":"ffeb61a76b76be5e8327ca1143fc8d23","request":"plan-2"}', '6c00cf4cbbc7bc14ebef28105ff5f5b0f8b13200c7240e8c9ed4554e1118d499', '2f9aa1402e573c25eb311fcb34fc9b2559d8c4bc830f750ae3ab444a3f43d7f7');
INSERT INTO public.journal VALUES (10, '2026-02-01T09:27:00.000000+00:00', 'start', '{"postings":[[1,"2026-02","spend",250000000,0],[3,"2026-02","spend",250000000,0]],"receipt":"ffeb61a76b76be5e8327ca1143fc8d23"}', '2f9aa1402e573c25eb311fcb34fc9b2559d8c4bc830f750ae3ab444a3f43d7f7', 'd00643d02f6b19b21cddf5b0a61fe9c9a9a8f3c686c856cb263c26eb5095cdbc');
INSERT INTO public.journal VALUES (11, '2026-02-01T09:28:00.000000+00:00', 'forfeit', '{"receipt":"ffeb61a76b76be5e8327ca1143fc8d23","why":"no answer"}', 'd00643d02f6b19b21cddf5b0a61fe9c9a9a8f3c686c856cb263c26eb5095cdbc', '9e9f096453abf94697384be2e022cd0fb4a945d40f4d79e9a20488a51f71fd72');
INSERT INTO public.journal VALUES (12, '2026-02-01T09:29:00.000000+00:00', 'reserve', '{"account":"clinic/2026/cardiology","blocks":["2026-02"],"charge":{"kind":"gaussian","l2_squared":1,"law":"discrete","sigma_squared":"2000","version":1},"key":"again","owner":"golden-host:1:1","postings":[[1,"2026-02","hold",250000000,0],[3,"2026-02","hold",250000000,0]],"receipt":"d4cbb3d94a7bf619a746bb0f5a055ab9","request":"plan-3"}', '9e9f096453abf94697384be2e022cd0fb4a945d40f4d79e9a20488a51f71fd72', '12ecdd7471d388770ce431ea92c7532ed9aeeece8948b08e508184036fb67ba8');
INSERT INTO public.journal VALUES (13, '2026-02-01T09:30:00.000000+00:00', 'release', '{"postings":[[1,"2026-02","free",250000000,0],[3,"2026-02","free",250000000,0]],"receipt":"d4cbb3d94a7bf619a746bb0f5a055ab9","why":"cancelled"}', '12ecdd7471d388770ce431ea92c7532ed9aeeece8948b08e508184036fb67ba8', '818d62793fd6d5f11f93a83f9c0557693c88a4d29782e7f1036ec733ce05e50f');
INSERT INTO public.journal VALUES (14, '2026-02-01T09:31:00.000000+00:00', 'reserve', '{"account":"registry","blocks":["*"],"charge":{"epsilon":"1/4","kind":"pure","version":1},"key":"stream","owner":"golden-host:1:1","postings":[[4,"*","hold",250000000000,0]],"receipt":"cad22e641c7357e80563ff81a28fc2ef","request":"plan-4"}', '818d62793fd6d5f11f93a83f9c0557693c88a4d29782e7f1036ec733ce05e50f', '8fac72527d58f26a877792cb27ae45d6374364499274a9d3e0d5ceda8ec4a227');
INSERT INTO public.journal VALUES (15, '2026-02-01T09:31:00.000000+00:00', 'start', '{"postings":[[4,"*","spend",250000000000,0]],"receipt":"cad22e641c7357e80563ff81a28fc2ef"}', '8fac72527d58f26a877792cb27ae45d6374364499274a9d3e0d5ceda8ec4a227', '13eaa2379bce66ec0b03b25f4267bb66a9ef22d7f72b9eeccd1be76743225cfd');
INSERT INTO public.journal VALUES (16, '2026-02-01T09:32:00.000000+00:00', 'commit', '{"digest":"0b696eb2e311343772f2aa357641b9c04427d0640b2535c400da1681b845c068","last":false,"receipt":"cad22e641c7357e80563ff81a28fc2ef","tick":0}', '13eaa2379bce66ec0b03b25f4267bb66a9ef22d7f72b9eeccd1be76743225cfd', 'ba84ff0d14c3ed39c7a30309e381914cefa2f073f9ecf85d3dbd408830ac23ec');
INSERT INTO public.journal VALUES (17, '2026-02-01T09:33:00.000000+00:00', 'commit', '{"digest":"96c2648b125a7a43d0df43ae96e46f64cdd475424d724f5944c4de636c7ad771","last":false,"receipt":"cad22e641c7357e80563ff81a28fc2ef","tick":1}', 'ba84ff0d14c3ed39c7a30309e381914cefa2f073f9ecf85d3dbd408830ac23ec', 'aab55a29c072e5cb387f3e757175491070f3d8232aa128739d0788994418d2b5');
INSERT INTO public.journal VALUES (18, '2026-02-01T09:34:00.000000+00:00', 'reserve', '{"account":"registry","blocks":["*"],"charge":{"epsilon":"1/8","kind":"pure","version":1},"key":"waiting","owner":"golden-host:1:1","postings":[[4,"*","hold",125000000000,0]],"receipt":"2cdd9164a90d671dff24daebb4355a08","request":"plan-5"}', 'aab55a29c072e5cb387f3e757175491070f3d8232aa128739d0788994418d2b5', '96435a56d86c88502be6a1455f82205609b1621e2429d52e46a91b6aec98dca1');
INSERT INTO public.journal VALUES (19, '2026-02-01T09:35:00.000000+00:00', 'reserve', '{"account":"registry","blocks":["*"],"charge":{"epsilon":"1/8","kind":"pure","version":1},"key":"lost","owner":"golden-host:1:1","postings":[[4,"*","hold",125000000000,0]],"receipt":"998591c5bdcb61c41a6638f1e6e01195","request":"plan-6"}', '96435a56d86c88502be6a1455f82205609b1621e2429d52e46a91b6aec98dca1', 'ec55183f4989b596a4dc6912a77707068e3dea94cb261f46a27a5b0870a77e5e');
INSERT INTO public.journal VALUES (20, '2026-02-01T09:35:00.000000+00:00', 'start', '{"postings":[[4,"*","spend",125000000000,0]],"receipt":"998591c5bdcb61c41a6638f1e6e01195"}', 'ec55183f4989b596a4dc6912a77707068e3dea94cb261f46a27a5b0870a77e5e', 'facc7cda783811db3304f9156f5f9c682971335ef141806cfc4759b846c8720d');
INSERT INTO public.journal VALUES (21, '2026-02-01T09:36:00.000000+00:00', 'forfeit', '{"receipt":"998591c5bdcb61c41a6638f1e6e01195","why":"x"}', 'facc7cda783811db3304f9156f5f9c682971335ef141806cfc4759b846c8720d', '7b3383482c6517a3f185e9301e674d355ae804671292a4d48c28c40e811793bb');
INSERT INTO public.journal VALUES (22, '2026-02-01T09:37:00.000000+00:00', 'refund', '{"approvers":["Ada","Ben"],"postings":[[4,"*","refund",125000000000,0]],"receipt":"998591c5bdcb61c41a6638f1e6e01195","why":"never sent"}', '7b3383482c6517a3f185e9301e674d355ae804671292a4d48c28c40e811793bb', '504f18283c8d1f2d564632cf8896c481d2674774676afc278765e1e1b00598e4');
INSERT INTO public.journal VALUES (23, '2026-02-01T09:38:00.000000+00:00', 'stop', '{"account":"clinic/2026/cardiology","by":"Cyn","why":"audit"}', '504f18283c8d1f2d564632cf8896c481d2674774676afc278765e1e1b00598e4', '31caa102d2eb6458ca52a4bbf257d6dfbb70d78dec93a634c3fc33eea2b1e2e8');
INSERT INTO public.ledger VALUES (1, 1, '7d8702805f3acc893fe6413980bcf926', 23, '31caa102d2eb6458ca52a4bbf257d6dfbb70d78dec93a634c3fc33eea2b1e2e8', '2026-02-01T09:38:00.000000+00:00', NULL);
INSERT INTO public.postings VALUES (5, 0, 1, '2026-01', 'hold', 549999584, 0);
INSERT INTO public.postings VALUES (5, 1, 1, '2026-02', 'hold', 549999584, 0);
INSERT INTO public.postings VALUES (5, 2, 1, '*', 'hold', 0, 1000000000);
INSERT INTO public.postings VALUES (5, 3, 2, '2026-01', 'hold', 549999584, 0);
INSERT INTO public.postings VALUES (5, 4, 2, '2026-02', 'hold', 549999584, 0);
INSERT INTO public.postings VALUES (5, 5, 2, '*', 'hold', 0, 1000000000);
INSERT INTO public.postings VALUES (6, 0, 1, '2026-01', 'spend', 549999584, 0);
INSERT INTO public.postings VALUES (6, 1, 1, '2026-02', 'spend', 549999584, 0);
INSERT INTO public.postings VALUES (6, 2, 1, '*', 'spend', 0, 1000000000);
INSERT INTO public.postings VALUES (6, 3, 2, '2026-01', 'spend', 549999584, 0);
INSERT INTO public.postings VALUES (6, 4, 2, '2026-02', 'spend', 549999584, 0);
INSERT INTO public.postings VALUES (6, 5, 2, '*', 'spend', 0, 1000000000);
INSERT INTO public.postings VALUES (9, 0, 1, '2026-02', 'hold', 250000000, 0);
INSERT INTO public.postings VALUES (9, 1, 3, '2026-02', 'hold', 250000000, 0);
INSERT INTO public.postings VALUES (10, 0, 1, '2026-02', 'spend', 250000000, 0);
INSERT INTO public.postings VALUES (10, 1, 3, '2026-02', 'spend', 250000000, 0);
INSERT INTO public.postings VALUES (12, 0, 1, '2026-02', 'hold', 250000000, 0);
INSERT INTO public.postings VALUES (12, 1, 3, '2026-02', 'hold', 250000000, 0);
INSERT INTO public.postings VALUES (13, 0, 1, '2026-02', 'free', 250000000, 0);
INSERT INTO public.postings VALUES (13, 1, 3, '2026-02', 'free', 250000000, 0);
INSERT INTO public.postings VALUES (14, 0, 4, '*', 'hold', 250000000000, 0);
INSERT INTO public.postings VALUES (15, 0, 4, '*', 'spend', 250000000000, 0);
INSERT INTO public.postings VALUES (18, 0, 4, '*', 'hold', 125000000000, 0);
INSERT INTO public.postings VALUES (19, 0, 4, '*', 'hold', 125000000000, 0);
INSERT INTO public.postings VALUES (20, 0, 4, '*', 'spend', 125000000000, 0);
INSERT INTO public.postings VALUES (22, 0, 4, '*', 'refund', 125000000000, 0);
INSERT INTO public.releases VALUES ('67a67a3551c30ae8d37b1dda6f4bdb21', 1, 2, 'visits', 'plan-1', '{"charges":[{"kind":"gaussian","l2_squared":1,"law":"discrete","sigma_squared":"1000","version":1},{"delta":"1/1000000000","epsilon":"1/100","kind":"approx","version":1}],"kind":"composed","version":1}', '{"blocks":["2026-01","2026-02"]}', 549999584, 1000000000, 'golden-host:1:1', 'DELIVERED');
INSERT INTO public.releases VALUES ('ffeb61a76b76be5e8327ca1143fc8d23', 1, 3, 'stents', 'plan-2', '{"kind":"gaussian","l2_squared":1,"law":"discrete","sigma_squared":"2000","version":1}', '{"blocks":["2026-02"]}', 250000000, 0, 'golden-host:1:1', 'FORFEITED');
INSERT INTO public.releases VALUES ('d4cbb3d94a7bf619a746bb0f5a055ab9', 1, 3, 'again', 'plan-3', '{"kind":"gaussian","l2_squared":1,"law":"discrete","sigma_squared":"2000","version":1}', '{"blocks":["2026-02"]}', 250000000, 0, 'golden-host:1:1', 'RELEASED');
INSERT INTO public.releases VALUES ('cad22e641c7357e80563ff81a28fc2ef', 4, 4, 'stream', 'plan-4', '{"epsilon":"1/4","kind":"pure","version":1}', '{"blocks":["*"]}', 250000000000, 0, 'golden-host:1:1', 'STARTED');
INSERT INTO public.releases VALUES ('2cdd9164a90d671dff24daebb4355a08', 4, 4, 'waiting', 'plan-5', '{"epsilon":"1/8","kind":"pure","version":1}', '{"blocks":["*"]}', 125000000000, 0, 'golden-host:1:1', 'RESERVED');
INSERT INTO public.releases VALUES ('998591c5bdcb61c41a6638f1e6e01195', 4, 4, 'lost', 'plan-6', '{"epsilon":"1/8","kind":"pure","version":1}', '{"blocks":["*"]}', 125000000000, 0, 'golden-host:1:1', 'RELEASED');
INSERT INTO public.results VALUES ('67a67a3551c30ae8d37b1dda6f4bdb21', 0, 'a77e6ad955fefeba4e23559b7b4413c708019720ad6568a61ee38f4120059dfa', '\x6e6f697379207461626c65', 1);
INSERT INTO public.results VALUES ('cad22e641c7357e80563ff81a28fc2ef', 0, '0b696eb2e311343772f2aa357641b9c04427d0640b2535c400da1681b845c068', '\x7469636b2030', 0);
INSERT INTO public.results VALUES ('cad22e641c7357e80563ff81a28fc2ef', 1, '96c2648b125a7a43d0df43ae96e46f64cdd475424d724f5944c4de636c7ad771', '\x7469636b2031', 0);
SELECT pg_catalog.setval('public.ledger_id_seq', 1, false);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_name_key UNIQUE (name);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_skeleton_key UNIQUE (skeleton);
ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_pkey PRIMARY KEY (account, block);
ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (seq);
ALTER TABLE ONLY public.ledger
    ADD CONSTRAINT ledger_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.postings
    ADD CONSTRAINT postings_pkey PRIMARY KEY (seq, line);
ALTER TABLE ONLY public.releases
    ADD CONSTRAINT releases_pkey PRIMARY KEY (receipt);
ALTER TABLE ONLY public.releases
    ADD CONSTRAINT releases_root_key_key UNIQUE (root, key);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_pkey PRIMARY KEY (receipt, tick);
CREATE INDEX postings_of_an_account ON public.postings USING btree (account, seq);
CREATE INDEX releases_under_way ON public.releases USING btree (state);
CREATE TRIGGER journal_only_grows BEFORE DELETE OR UPDATE OR TRUNCATE ON public.journal FOR EACH STATEMENT EXECUTE FUNCTION public.the_journal_only_grows();
CREATE TRIGGER postings_only_grows BEFORE DELETE OR UPDATE OR TRUNCATE ON public.postings FOR EACH STATEMENT EXECUTE FUNCTION public.the_journal_only_grows();
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_parent_fkey FOREIGN KEY (parent) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_account_fkey FOREIGN KEY (account) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.postings
    ADD CONSTRAINT postings_seq_fkey FOREIGN KEY (seq) REFERENCES public.journal(seq);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_receipt_fkey FOREIGN KEY (receipt) REFERENCES public.releases(receipt);
