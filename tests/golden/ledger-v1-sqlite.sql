BEGIN TRANSACTION;
CREATE TABLE accounts (
	id BIGINT NOT NULL, 
	name TEXT NOT NULL, 
	skeleton TEXT NOT NULL, 
	lineage TEXT NOT NULL, 
	root BIGINT NOT NULL, 
	parent BIGINT, 
	terms TEXT NOT NULL, 
	period TEXT, 
	cap_main BIGINT NOT NULL, 
	cap_delta BIGINT NOT NULL, 
	failures INTEGER NOT NULL, 
	stopped TEXT, 
	PRIMARY KEY (id), 
	UNIQUE (name), 
	UNIQUE (skeleton), 
	FOREIGN KEY(parent) REFERENCES accounts (id)
);
INSERT INTO "accounts" VALUES(1,'clinic/2026','clinic/2026','1',1,NULL,'{"allowance":{"cap":83441717833,"cap_delta":500000000000,"coin":"zcdp","delta":"1/1000000","epsilon":"2","for_events":"1/2000000","version":1},"failures":3,"unit":{"each":"patient_id","neighbours":"add-remove","per":"1mo","window":null},"version":1,"zone":"Asia/Shanghai"}','1mo',83441717833,500000000000,0,NULL);
INSERT INTO "accounts" VALUES(2,'clinic/2026/oncology','clinic/2026/oncology','1/2',1,1,'{"allowance":{"cap":83441717833,"cap_delta":500000000000,"coin":"zcdp","delta":"1/1000000","epsilon":"2","for_events":"1/2000000","version":1},"failures":3,"unit":{"each":"patient_id","neighbours":"add-remove","per":"1mo","window":null},"version":1,"zone":"Asia/Shanghai"}','1mo',50065030699,300000000000,0,NULL);
INSERT INTO "accounts" VALUES(3,'clinic/2026/cardiology','clinic/2026/cardiology','1/3',1,1,'{"allowance":{"cap":83441717833,"cap_delta":500000000000,"coin":"zcdp","delta":"1/1000000","epsilon":"2","for_events":"1/2000000","version":1},"failures":3,"unit":{"each":"patient_id","neighbours":"add-remove","per":"1mo","window":null},"version":1,"zone":"Asia/Shanghai"}','1mo',16688343566,100000000000,1,'audit');
INSERT INTO "accounts" VALUES(4,'registry','registry','4',4,NULL,'{"allowance":{"cap":1000000000000,"cap_delta":0,"coin":"pure","delta":"0","epsilon":"1","for_events":"0","version":1},"failures":3,"unit":{"each":"row","neighbours":"add-remove","per":null,"window":null},"version":1,"zone":"UTC"}',NULL,1000000000000,0,1,NULL);
CREATE TABLE balances (
	account BIGINT NOT NULL, 
	block TEXT NOT NULL, 
	cap_main BIGINT NOT NULL, 
	cap_delta BIGINT NOT NULL, 
	held_main BIGINT NOT NULL, 
	held_delta BIGINT NOT NULL, 
	spent_main BIGINT NOT NULL, 
	spent_delta BIGINT NOT NULL, 
	PRIMARY KEY (account, block), 
	CONSTRAINT never_above_the_cap_main CHECK (held_main >= 0 AND spent_main >= 0 AND held_main + spent_main <= cap_main), 
	CONSTRAINT never_above_the_cap_delta CHECK (held_delta >= 0 AND spent_delta >= 0 AND held_delta + spent_delta <= cap_delta), 
	FOREIGN KEY(account) REFERENCES accounts (id)
);
INSERT INTO "balances" VALUES(1,'*',0,500000000000,0,0,0,1000000000);
INSERT INTO "balances" VALUES(2,'*',0,300000000000,0,0,0,1000000000);
INSERT INTO "balances" VALUES(3,'*',0,100000000000,0,0,0,0);
INSERT INTO "balances" VALUES(4,'*',1000000000000,0,125000000000,0,250000000000,0);
INSERT INTO "balances" VALUES(1,'2026-01',83441717833,0,0,0,549999584,0);
INSERT INTO "balances" VALUES(1,'2026-02',83441717833,0,0,0,799999584,0);
INSERT INTO "balances" VALUES(2,'2026-01',50065030699,0,0,0,549999584,0);
INSERT INTO "balances" VALUES(2,'2026-02',50065030699,0,0,0,549999584,0);
INSERT INTO "balances" VALUES(3,'2026-02',16688343566,0,0,0,250000000,0);
CREATE TABLE journal (
	seq BIGINT NOT NULL, 
	at TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	body TEXT NOT NULL, 
	prev TEXT NOT NULL, 
	hash TEXT NOT NULL, 
	PRIMARY KEY (seq)
);
INSERT INTO "journal" VALUES(1,'2026-02-01T09:01:00.000000+00:00','open','{"account":"clinic/2026","by":"Ada","cap":[83441717833,500000000000],"terms":{"allowance":{"cap":83441717833,"cap_delta":500000000000,"coin":"zcdp","delta":"1/1000000","epsilon":"2","for_events":"1/2000000","version":1},"failures":3,"unit":{"each":"patient_id","neighbours":"add-remove","per":"1mo","window":null},"version":1,"zone":"Asia/Shanghai"}}','0000000000000000000000000000000000000000000000000000000000000000','5f72a5ae46d874b344e563ef2935caabec095527e13840fd25afa812ebce607e');
INSERT INTO "journal" VALUES(2,'2026-02-01T09:02:00.000000+00:00','allocate','{"account":"clinic/2026/oncology","by":"Ada","cap":[50065030699,300000000000],"rule":"proportional"}','5f72a5ae46d874b344e563ef2935caabec095527e13840fd25afa812ebce607e','9198960262063a751653681796763de9daaf863251161e1c2e8e6577b846458e');
INSERT INTO "journal" VALUES(3,'2026-02-01T09:02:00.000000+00:00','allocate','{"account":"clinic/2026/cardiology","by":"Ada","cap":[16688343566,100000000000],"rule":"proportional"}','9198960262063a751653681796763de9daaf863251161e1c2e8e6577b846458e','a80261d101915ae0d588d17c72c635fc6fbccb5bb37e2e9cccdab4b2eea6c2ac');
INSERT INTO "journal" VALUES(4,'2026-02-01T09:03:00.000000+00:00','open','{"account":"registry","by":"Ben","cap":[1000000000000,0],"terms":{"allowance":{"cap":1000000000000,"cap_delta":0,"coin":"pure","delta":"0","epsilon":"1","for_events":"0","version":1},"failures":3,"unit":{"each":"row","neighbours":"add-remove","per":null,"window":null},"version":1,"zone":"UTC"}}','a80261d101915ae0d588d17c72c635fc6fbccb5bb37e2e9cccdab4b2eea6c2ac','a5532c9adb1c08f5266c7be82581d43a38fdf50178810b9de1b79e9f17f08b81');
INSERT INTO "journal" VALUES(5,'2026-02-01T09:04:00.000000+00:00','reserve','{"account":"clinic/2026/oncology","blocks":["2026-01","2026-02"],"charge":{"charges":[{"kind":"gaussian","l2_squared":1,"law":"discrete","sigma_squared":"1000","version":1},{"delta":"1/1000000000","epsilon":"1/100","kind":"approx","version":1}],"kind":"composed","version":1},"key":"visits","owner":"golden-host:1:1","postings":[[1,"2026-01","hold",549999584,0],[1,"2026-02","hold",549999584,0],[1,"*","hold",0,1000000000],[2,"2026-01","hold",549999584,0],[2,"2026-02","hold",549999584,0],[2,"*","hold",0,1000000000]],"receipt":"06413e15e2da5f8d7aef79e3f00695f2","request":"plan-1"}','a5532c9adb1c08f5266c7be82581d43a38fdf50178810b9de1b79e9f17f08b81','25b85e3dc4d610989add4b9f558f6c52f2592fe212bf1df0ae1e972b991a06b3');
INSERT INTO "journal" VALUES(6,'2026-02-01T09:05:00.000000+00:00','start','{"postings":[[1,"2026-01","spend",549999584,0],[1,"2026-02","spend",549999584,0],[1,"*","spend",0,1000000000],[2,"2026-01","spend",549999584,0],[2,"2026-02","spend",549999584,0],[2,"*","spend",0,1000000000]],"receipt":"06413e15e2da5f8d7aef79e3f00695f2"}','25b85e3dc4d610989add4b9f558f6c52f2592fe212bf1df0ae1e972b991a06b3','b2758480988628762ba8db15a74eddfc6d58606748c1d9c24e2a800623e2648c');
INSERT INTO "journal" VALUES(7,'2026-02-01T09:06:00.000000+00:00','commit','{"digest":"a77e6ad955fefeba4e23559b7b4413c708019720ad6568a61ee38f4120059dfa","last":true,"receipt":"06413e15e2da5f8d7aef79e3f00695f2","tick":0}','b2758480988628762ba8db15a74eddfc6d58606748c1d9c24e2a800623e2648c','c340f138441ed35999c2ea20238e93d63c3d0a63ed6567621ef7f0680fb0bf81');
INSERT INTO "journal" VALUES(8,'2026-02-01T09:07:00.000000+00:00','deliver','{"receipt":"06413e15e2da5f8d7aef79e3f00695f2","tick":0}','c340f138441ed35999c2ea20238e93d63c3d0a63ed6567621ef7f0680fb0bf81','c75acdd50078f109ccf317a33c16f50c0e857d53077c8a1fe54ed0b6e69101b0');
INSERT INTO "journal" VALUES(9,'2026-02-01T09:08:00.000000+00:00','reserve','{"account":"clinic/2026/cardiology","blocks":["2026-02"],"charge":{"kind":"gaussian","l2_squared":1,"law":"discrete","sigma_squared":"2000","version":1},"key":"stents","owner":"golden-host:1:1","postings":[[1,"2026-02","hold",250000000,0],[3,"2026-02","hold",250000000,0]],"receipt":"1e2b1c7e38ba88ecc9221b743330b3df","request":"plan-2"}','c75acdd50078f109ccf317a33c16f50c0e857d53077c8a1fe54ed0b6e69101b0','ac28fce08d783a8f18ef3837aec664b46f786fc5f36e29e3fbfc26e2bc728b68');
INSERT INTO "journal" VALUES(10,'2026-02-01T09:08:00.000000+00:00','start','{"postings":[[1,"2026-02","spend",250000000,0],[3,"2026-02","spend",250000000,0]],"receipt":"1e2b1c7e38ba88ecc9221b743330b3df"}','ac28fce08d783a8f18ef3837aec664b46f786fc5f36e29e3fbfc26e2bc728b68','b2ce36530ed14af2e258e1368b677bc4346d3bd2ef2ef27d9c8ce6b3da6ab29a');
INSERT INTO "journal" VALUES(11,'2026-02-01T09:09:00.000000+00:00','forfeit','{"receipt":"1e2b1c7e38ba88ecc9221b743330b3df","why":"no answer"}','b2ce36530ed14af2e258e1368b677bc4346d3bd2ef2ef27d9c8ce6b3da6ab29a','60adaa5b22fe8472cc908e85389b947e6b36229c377b118658e64faffb7a7aab');
INSERT INTO "journal" VALUES(12,'2026-02-01T09:10:00.000000+00:00','reserve','{"account":"clinic/2026/cardiology","blocks":["2026-02"],"charge":{"kind":"gaussian","l2_squared":1,"law":"discrete","sigma_squared":"2000","version":1},"key":"again","owner":"golden-host:1:1","postings":[[1,"2026-02","hold",250000000,0],[3,"2026-02","hold",250000000,0]],"receipt":"cacd01044d335fa752a92a35c2a582bc","request":"plan-3"}','60adaa5b22fe8472cc908e85389b947e6b36229c377b118658e64faffb7a7aab','4d400bf0d833013fb433884ef427c6a71b1e3c6ccf3626ad2596e35a86f0a248');
INSERT INTO "journal" VALUES(13,'2026-02-01T09:11:00.000000+00:00','release','{"postings":[[1,"2026-02","free",250000000,0],[3,"2026-02","free",250000000,0]],"receipt":"cacd01044d335fa752a92a35c2a582bc","why":"cancelled"}','4d400bf0d833013fb433884ef427c6a71b1e3c6ccf3626ad2596e35a86f0a248','53f69ada4d77d3b02e869f419a4a4d5044442d8249437f9972af6da29ea92171');
INSERT INTO "journal" VALUES(14,'2026-02-01T09:12:00.000000+00:00','reserve','{"account":"registry","blocks":["*"],"charge":{"epsilon":"1/4","kind":"pure","version":1},"key":"stream","owner":"golden-host:1:1","postings":[[4,"*","hold",250000000000,0]],"receipt":"bf508dd14c0ddc95cd5ac40a5aa4b484","request":"plan-4"}','53f69ada4d77d3b02e869f419a4a4d5044442d8249437f9972af6da29ea92171','e9eb4679c050b1ea7dfc66943c721d295bba66eca74b63e684286be3e9592be1');
INSERT INTO "journal" VALUES(15,'2026-02-01T09:12:00.000000+00:00','start','{"postings":[[4,"*","spend",250000000000,0]],"receipt":"bf508dd14c0ddc95cd5ac40a5aa4b484"}','e9eb4679c050b1ea7dfc66943c721d295bba66eca74b63e684286be3e9592be1','d011dbf118fe7fe92117f8fff7c72f836423744e506b968d889ba8efeea9bcd1');
INSERT INTO "journal" VALUES(16,'2026-02-01T09:13:00.000000+00:00','commit','{"digest":"0b696eb2e311343772f2aa357641b9c04427d0640b2535c400da1681b845c068","last":false,"receipt":"bf508dd14c0ddc95cd5ac40a5aa4b484","tick":0}','d011dbf118fe7fe92117f8fff7c72f836423744e506b968d889ba8efeea9bcd1','fae99de80160dda3b9b9e66cada5b0c145324ecf93ed6515ca3efc97e8c1b943');
INSERT INTO "journal" VALUES(17,'2026-02-01T09:14:00.000000+00:00','commit','{"digest":"96c2648b125a7a43d0df43ae96e46f64cdd475424d724f5944c4de636c7ad771","last":false,"receipt":"bf508dd14c0ddc95cd5ac40a5aa4b484","tick":1}','fae99de80160dda3b9b9e66cada5b0c145324ecf93ed6515ca3efc97e8c1b943','e3561db35658a8a2aa4e58f21bfce08df3da95700cb5f077b00961698647ce44');
INSERT INTO "journal" VALUES(18,'2026-02-01T09:15:00.000000+00:00','reserve','{"account":"registry","blocks":["*"],"charge":{"epsilon":"1/8","kind":"pure","version":1},"key":"waiting","owner":"golden-host:1:1","postings":[[4,"*","hold",125000000000,0]],"receipt":"760cd747080e0811ab406d040ce313ea","request":"plan-5"}','e3561db35658a8a2aa4e58f21bfce08df3da95700cb5f077b00961698647ce44','7cc8f75152e3d6b4cc2d6dcd7443acca6e81abc2d5649f847a2c11a1b93cb924');
INSERT INTO "journal" VALUES(19,'2026-02-01T09:16:00.000000+00:00','reserve','{"account":"registry","blocks":["*"],"charge":{"epsilon":"1/8","kind":"pure","version":1},"key":"lost","owner":"golden-host:1:1","postings":[[4,"*","hold",125000000000,0]],"receipt":"870db72a925d1f3b3355842bc9ee256c","request":"plan-6"}','7cc8f75152e3d6b4cc2d6dcd7443acca6e81abc2d5649f847a2c11a1b93cb924','2308497fddab015359d01c3064fc6a3aed7ce36c35b7192a6fbae164162cc756');
INSERT INTO "journal" VALUES(20,'2026-02-01T09:16:00.000000+00:00','start','{"postings":[[4,"*","spend",125000000000,0]],"receipt":"870db72a925d1f3b3355842bc9ee256c"}','2308497fddab015359d01c3064fc6a3aed7ce36c35b7192a6fbae164162cc756','2d01fe218a1b8e99b2a0541700ba1f364b4b7ec877976aae64d2bb187fc2710e');
INSERT INTO "journal" VALUES(21,'2026-02-01T09:17:00.000000+00:00','forfeit','{"receipt":"870db72a925d1f3b3355842bc9ee256c","why":"x"}','2d01fe218a1b8e99b2a0541700ba1f364b4b7ec877976aae64d2bb187fc2710e','f0efd329326c8170d01093a9f50004cc0fc3671cdae507527422149b4a144b51');
INSERT INTO "journal" VALUES(22,'2026-02-01T09:18:00.000000+00:00','refund','{"approvers":["Ada","Ben"],"postings":[[4,"*","refund",125000000000,0]],"receipt":"870db72a925d1f3b3355842bc9ee256c","why":"never sent"}','f0efd329326c8170d01093a9f50004cc0fc3671cdae507527422149b4a144b51','faf417f8f892c7c16cbd1b3fd4c559e6e5d7dcf995b0eb85c202b7613d18a1e1');
INSERT INTO "journal" VALUES(23,'2026-02-01T09:19:00.000000+00:00','stop','{"account":"clinic/2026/cardiology","by":"Cyn","why":"audit"}','faf417f8f892c7c16cbd1b3fd4c559e6e5d7dcf995b0eb85c202b7613d18a1e1','87c484bf33f33bdb35b86d5f8a122dd9b1194c0c427b9aace0f5e289a7b3b622');
CREATE TABLE ledger (
	id INTEGER NOT NULL, 
	schema_version INTEGER NOT NULL, 
	identity TEXT NOT NULL, 
	head_seq BIGINT NOT NULL, 
	head_hash TEXT NOT NULL, 
	last_at TEXT NOT NULL, 
	stopped TEXT, 
	PRIMARY KEY (id), 
	CHECK (id = 1)
);
INSERT INTO "ledger" VALUES(1,1,'8bdf8c21092d55d07c63aa7656fe92da',23,'87c484bf33f33bdb35b86d5f8a122dd9b1194c0c427b9aace0f5e289a7b3b622','2026-02-01T09:19:00.000000+00:00',NULL);
CREATE TABLE postings (
	seq BIGINT NOT NULL, 
	line INTEGER NOT NULL, 
	account BIGINT NOT NULL, 
	block TEXT NOT NULL, 
	side TEXT NOT NULL, 
	main BIGINT NOT NULL, 
	delta BIGINT NOT NULL, 
	PRIMARY KEY (seq, line), 
	FOREIGN KEY(seq) REFERENCES journal (seq)
);
INSERT INTO "postings" VALUES(5,0,1,'2026-01','hold',549999584,0);
INSERT INTO "postings" VALUES(5,1,1,'2026-02','hold',549999584,0);
INSERT INTO "postings" VALUES(5,2,1,'*','hold',0,1000000000);
INSERT INTO "postings" VALUES(5,3,2,'2026-01','hold',549999584,0);
INSERT INTO "postings" VALUES(5,4,2,'2026-02','hold',549999584,0);
INSERT INTO "postings" VALUES(5,5,2,'*','hold',0,1000000000);
INSERT INTO "postings" VALUES(6,0,1,'2026-01','spend',549999584,0);
INSERT INTO "postings" VALUES(6,1,1,'2026-02','spend',549999584,0);
INSERT INTO "postings" VALUES(6,2,1,'*','spend',0,1000000000);
INSERT INTO "postings" VALUES(6,3,2,'2026-01','spend',549999584,0);
INSERT INTO "postings" VALUES(6,4,2,'2026-02','spend',549999584,0);
INSERT INTO "postings" VALUES(6,5,2,'*','spend',0,1000000000);
INSERT INTO "postings" VALUES(9,0,1,'2026-02','hold',250000000,0);
INSERT INTO "postings" VALUES(9,1,3,'2026-02','hold',250000000,0);
INSERT INTO "postings" VALUES(10,0,1,'2026-02','spend',250000000,0);
INSERT INTO "postings" VALUES(10,1,3,'2026-02','spend',250000000,0);
INSERT INTO "postings" VALUES(12,0,1,'2026-02','hold',250000000,0);
INSERT INTO "postings" VALUES(12,1,3,'2026-02','hold',250000000,0);
INSERT INTO "postings" VALUES(13,0,1,'2026-02','free',250000000,0);
INSERT INTO "postings" VALUES(13,1,3,'2026-02','free',250000000,0);
INSERT INTO "postings" VALUES(14,0,4,'*','hold',250000000000,0);
INSERT INTO "postings" VALUES(15,0,4,'*','spend',250000000000,0);
INSERT INTO "postings" VALUES(18,0,4,'*','hold',125000000000,0);
INSERT INTO "postings" VALUES(19,0,4,'*','hold',125000000000,0);
INSERT INTO "postings" VALUES(20,0,4,'*','spend',125000000000,0);
INSERT INTO "postings" VALUES(22,0,4,'*','refund',125000000000,0);
CREATE TABLE releases (
	receipt TEXT NOT NULL, 
	root BIGINT NOT NULL, 
	account BIGINT NOT NULL, 
	"key" TEXT NOT NULL, 
	request TEXT NOT NULL, 
	charge TEXT NOT NULL, 
	blocks TEXT NOT NULL, 
	cost_main BIGINT NOT NULL, 
	cost_delta BIGINT NOT NULL, 
	owner TEXT NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (receipt), 
	UNIQUE (root, "key")
);
INSERT INTO "releases" VALUES('06413e15e2da5f8d7aef79e3f00695f2',1,2,'visits','plan-1','{"charges":[{"kind":"gaussian","l2_squared":1,"law":"discrete","sigma_squared":"1000","version":1},{"delta":"1/1000000000","epsilon":"1/100","kind":"approx","version":1}],"kind":"composed","version":1}','{"blocks":["2026-01","2026-02"]}',549999584,1000000000,'golden-host:1:1','DELIVERED');
INSERT INTO "releases" VALUES('1e2b1c7e38ba88ecc9221b743330b3df',1,3,'stents','plan-2','{"kind":"gaussian","l2_squared":1,"law":"discrete","sigma_squared":"2000","version":1}','{"blocks":["2026-02"]}',250000000,0,'golden-host:1:1','FORFEITED');
INSERT INTO "releases" VALUES('cacd01044d335fa752a92a35c2a582bc',1,3,'again','plan-3','{"kind":"gaussian","l2_squared":1,"law":"discrete","sigma_squared":"2000","version":1}','{"blocks":["2026-02"]}',250000000,0,'golden-host:1:1','RELEASED');
INSERT INTO "releases" VALUES('bf508dd14c0ddc95cd5ac40a5aa4b484',4,4,'stream','plan-4','{"epsilon":"1/4","kind":"pure","version":1}','{"blocks":["*"]}',250000000000,0,'golden-host:1:1','STARTED');
INSERT INTO "releases" VALUES('760cd747080e0811ab406d040ce313ea',4,4,'waiting','plan-5','{"epsilon":"1/8","kind":"pure","version":1}','{"blocks":["*"]}',125000000000,0,'golden-host:1:1','RESERVED');
INSERT INTO "releases" VALUES('870db72a925d1f3b3355842bc9ee256c',4,4,'lost','plan-6','{"epsilon":"1/8","kind":"pure","version":1}','{"blocks":["*"]}',125000000000,0,'golden-host:1:1','RELEASED');
CREATE TABLE results (
	receipt TEXT NOT NULL, 
	tick BIGINT NOT NULL, 
	digest TEXT NOT NULL, 
	body BLOB NOT NULL, 
	delivered INTEGER NOT NULL, 
	PRIMARY KEY (receipt, tick), 
	FOREIGN KEY(receipt) REFERENCES releases (receipt)
);
INSERT INTO "results" VALUES('06413e15e2da5f8d7aef79e3f00695f2',0,'a77e6ad955fefeba4e23559b7b4413c708019720ad6568a61ee38f4120059dfa',X'6E6F697379207461626C65',1);
INSERT INTO "results" VALUES('bf508dd14c0ddc95cd5ac40a5aa4b484',0,'0b696eb2e311343772f2aa357641b9c04427d0640b2535c400da1681b845c068',X'7469636B2030',0);
INSERT INTO "results" VALUES('bf508dd14c0ddc95cd5ac40a5aa4b484',1,'96c2648b125a7a43d0df43ae96e46f64cdd475424d724f5944c4de636c7ad771',X'7469636B2031',0);
CREATE INDEX releases_under_way ON releases (state);
CREATE INDEX postings_of_an_account ON postings (account, seq);
CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER postings_no_update BEFORE UPDATE ON postings BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER postings_no_delete BEFORE DELETE ON postings BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
COMMIT;
